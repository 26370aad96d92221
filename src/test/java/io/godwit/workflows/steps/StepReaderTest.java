package io.godwit.workflows.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.Json;
import io.godwit.core.id.TemplateId;
import io.godwit.web.JsonBody;
import io.godwit.webhooks.TargetPolicy;
import io.godwit.workflows.model.StepType;
import io.godwit.workflows.model.WaitOutcome;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Configs that are steps, and configs that are refused. */
class StepReaderTest {

    private static final TemplateId TEMPLATE = new TemplateId(UUID.randomUUID());

    private static Optional<? extends Step> read(StepType type, String json) {
        var template = type == StepType.SEND_EMAIL ? Optional.of(TEMPLATE) : Optional.<TemplateId>empty();
        return StepReader.read(type, JsonBody.of(Json.readObject(json)), template, TargetPolicy.STRICT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"amount\": 1, \"unit\": \"seconds\"}",
                "{\"amount\": 0.5, \"unit\": \"weeks\"}",
                "{\"amount\": 365, \"unit\": \"days\"}",
                "{\"amount\": 8760, \"unit\": \"hours\"}",
                "{\"until\": {\"weekday\": \"monday\", \"timeZone\": \"UTC\"}}",
                "{\"until\": {\"time\": \"09:30\", \"timeZone\": \"Europe/Paris\"}}"
            })
    void aDelayLastsSomeTimeOrUntilAMoment(String config) {
        assertThat(read(StepType.DELAY, config)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"amount\": 0, \"unit\": \"days\"}",
                "{\"amount\": -1, \"unit\": \"days\"}",
                "{\"amount\": 1e12, \"unit\": \"seconds\"}",
                "{\"amount\": 1e400, \"unit\": \"seconds\"}",
                "{\"amount\": 365.01, \"unit\": \"days\"}",
                "{\"amount\": 53, \"unit\": \"weeks\"}",
                "{\"amount\": \"2\", \"unit\": \"days\"}",
                "{\"amount\": 2, \"unit\": \"months\"}",
                "{\"until\": {\"time\": \"25:00\", \"timeZone\": \"UTC\"}}",
                "{\"until\": {\"time\": \"09:00\", \"timeZone\": \"Mars/Olympus\"}}",
                "{\"until\": {\"timeZone\": \"UTC\"}}",
                "{\"amount\": 1, \"unit\": \"days\", \"until\": {\"time\": \"09:00\", \"timeZone\": \"UTC\"}}"
            })
    void aDelayThatMakesNoSenseIsAMistake(String config) {
        assertThat(read(StepType.DELAY, config)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "WAIT_FOR_EVENT | {\"eventName\": \"paid\"} | 1",
                "WAIT_FOR_EVENT | {\"eventName\": \"paid\", \"timeout\": 86400} | 2",
                "CONDITION | {\"field\": \"email\", \"operator\": \"contains\", \"value\": \"@x\"} | 2",
                "CONDITION | {\"field\": \"contact.data.plan\", \"operator\": \"exists\"} | 2",
                "CONDITION | {\"field\": \"email.opened\", \"operator\": \"triggeredWithin\", \"value\": 3, \"unit\": \"days\"} | 2",
                "CONDITION | {\"mode\":\"multi\",\"field\":\"event.n\",\"branches\":[{\"id\":\"a\",\"operator\":\"exists\"}]} | 2",
                "WEBHOOK | {\"url\": \"https://example.com/{{id}}\"} | 1",
                "WEBHOOK | {\"url\": \"https://{{data.host}}/x\", \"method\": \"GET\"} | 1",
                "UPDATE_CONTACT | {\"updates\": {\"plan\": \"{{event.plan}}\"}} | 1",
                "UPDATE_CONTACT | {\"data\": {\"plan\": null}} | 1",
                "UPDATE_CONTACT | {\"subscriptionAction\": \"unsubscribe\"} | 1",
                "SEND_EMAIL | {\"recipient\": {\"type\": \"CUSTOM\", \"customEmail\": \"a@example.com\"}} | 1",
                "SEND_EMAIL | {\"from\": {\"name\": \"Ada\", \"email\": \"a@example.com\"}} | 1",
                "EXIT | {} | 0"
            })
    void aRightConfigIsAStepWithItsWaysOut(StepType type, String config, int exits) {
        assertThat(read(type, config)).hasValueSatisfying(step -> {
            assertThat(step.type()).isEqualTo(type);
            assertThat(step.exits()).hasSize(exits);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "WAIT_FOR_EVENT | {}",
                "WAIT_FOR_EVENT | {\"eventName\": \"paid\", \"timeout\": 0}",
                "WAIT_FOR_EVENT | {\"eventName\": \"paid\", \"timeout\": 31536001}",
                "WAIT_FOR_EVENT | {\"eventName\": \"paid\", \"conditions\": [{\"field\": \"event.n\", \"operator\": \"near\"}]}",
                "CONDITION | {\"field\": \"contact.id\", \"operator\": \"exists\"}",
                "CONDITION | {\"field\": \"email\", \"operator\": \"greaterThan\", \"value\": 1}",
                "CONDITION | {\"field\": \"data.n\", \"operator\": \"equals\"}",
                "CONDITION | {\"field\": \"createdAt\", \"operator\": \"greaterThan\", \"value\": \"yesterday\"}",
                "CONDITION | {\"mode\": \"multi\", \"field\": \"data.n\", \"branches\": []}",
                "CONDITION | {\"mode\":\"multi\",\"field\":\"data.n\",\"branches\":[{\"id\":\"default\",\"operator\":\"exists\"}]}",
                "WEBHOOK | {\"url\": \"http://127.0.0.1/\"}",
                "WEBHOOK | {\"url\": \"file:///etc/passwd\"}",
                "WEBHOOK | {\"url\": \"https://example.com\", \"method\": \"TRACE\"}",
                "WEBHOOK | {\"url\": \"https://example.com\", \"headers\": {\"Host\": \"x\"}}",
                "WEBHOOK | {\"url\": \"https://example.com\", \"headers\": {\"X-A\": \"b\\r\\nC: d\"}}",
                "UPDATE_CONTACT | {}",
                "UPDATE_CONTACT | {\"updates\": {}}",
                "UPDATE_CONTACT | {\"updates\": {\"a\": 1}, \"data\": {\"a\": 2}}",
                "UPDATE_CONTACT | {\"subscriptionAction\": \"maybe\"}",
                "SEND_EMAIL | {\"recipient\": {\"type\": \"CUSTOM\"}}",
                "SEND_EMAIL | {\"recipient\": {\"type\": \"SOMEBODY\"}}",
                "SEND_EMAIL | {\"from\": \"nobody\"}"
            })
    void aWrongConfigIsAMistake(StepType type, String config) {
        assertThat(read(type, config)).isEmpty();
    }

    @Test
    void aGraphIsTheSameAfterItWasStored() {
        var start = new GraphNode(
                new io.godwit.core.id.StepId(UUID.randomUUID()),
                StepType.TRIGGER,
                "Start",
                Json.readObject("{\"eventName\": \"x\"}"),
                Optional.empty());
        var wait = new GraphNode(
                new io.godwit.core.id.StepId(UUID.randomUUID()),
                StepType.WAIT_FOR_EVENT,
                "Wait",
                Json.readObject("{\"eventName\": \"y\", \"timeout\": 5}"),
                Optional.empty());
        var edges = java.util.List.of(
                new GraphEdge(start.id(), wait.id(), Optional.empty(), Optional.empty(), 2),
                new GraphEdge(wait.id(), start.id(), Optional.empty(), Optional.of(WaitOutcome.TIMEOUT), 1));

        var stored = WorkflowGraph.stored(new WorkflowGraph(java.util.List.of(start, wait), edges).json());

        assertThat(stored.nodes()).containsExactly(start, wait);
        assertThat(stored.edges()).containsExactly(edges.get(1), edges.get(0));
        assertThat(stored.next(wait.id(), "TIMEOUT")).contains(start);
        assertThat(stored.next(wait.id(), "EVENT")).isEmpty();
    }
}
