package io.godwit.workflows.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.godwit.contacts.Contact;
import io.godwit.contacts.ContactChange;
import io.godwit.contacts.DataPatch;
import io.godwit.contacts.SubscriptionAuthority;
import io.godwit.core.EmailAddress;
import io.godwit.core.Json;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ExecutionId;
import io.godwit.core.id.SegmentId;
import io.godwit.core.id.WorkflowId;
import io.godwit.web.JsonBody;
import io.godwit.workflows.model.ExecutionContext;
import io.godwit.workflows.model.StepType;
import io.godwit.workflows.steps.StepContext.ExecutionKey;
import io.godwit.workflows.steps.StepContext.PreloadedData;
import io.godwit.workflows.steps.StepContext.StepContact;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what each step decides about one contact: Ada, who pays for five seats and last opened a mail on Friday. */
class StepDecisionTest {

    /** A Sunday, half an hour before the clocks of Berlin go forward from 2 to 3. */
    private static final Instant NOW = Instant.parse("2026-03-29T00:30:00Z");

    private static final SegmentId SEGMENT = new SegmentId(UUID.fromString("0190f3c4-0000-7000-8000-000000000001"));
    private static final EmailAddress ADDRESS =
            EmailAddress.parse("ada@example.com").orElseThrow();

    private static StepContext situation() {
        var data = Json.readObject("""
                {"plan": "pro", "seats": 5, "tags": ["a", "b"], "paid": true, "renewal": "2026-04-01",
                 "address": {"city": "Bern"}, "lines": "\\r\\nX-Evil: 1"}""");
        var change =
                new ContactChange(ADDRESS, Optional.of(true), true, SubscriptionAuthority.REQUEST, new DataPatch(data));
        var contact = Contact.create(new ContactId(new UUID(0, 7)), change);
        var stepContact = new StepContact(contact, ADDRESS, Instant.parse("2026-01-01T00:00:00Z"), NOW);
        var execution = new ExecutionKey(new ExecutionId(new UUID(0, 1)), NOW, new WorkflowId(new UUID(0, 2)), "Flow");
        var context = new ExecutionContext(
                Json.readObject("{\"amount\": 12.5, \"coupon\": null, \"source\": \"\", \"customer\": \"Zoë\"}"),
                Map.of("token", "s3cr3t"));
        var facts = new PreloadedData(
                Map.of("email.opened", Instant.parse("2026-03-27T09:00:00Z")),
                Map.of(SEGMENT, true),
                Map.of(),
                Set.of());
        return new StepContext(NOW, execution, stepContact, context, facts);
    }

    private static Step step(StepType type, String config) {
        var body = JsonBody.of(Json.readObject(config));
        var step = StepReader.read(type, body, Optional.empty());
        return body.build(step::orElseThrow);
    }

    private static StepDecision decide(StepType type, String config) {
        return step(type, config).decide(situation());
    }

    private static StepDecision.Leave left(StepType type, String config) {
        return (StepDecision.Leave) decide(type, config);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "field": "email", "operator": "contains", "value": "@example."                               | yes
            "field": "contact.subscribed", "operator": "equals", "value": true                           | yes
            "field": "contact.data.plan", "operator": "equals", "value": "pro"                           | yes
            "field": "data.plan", "operator": "equals", "value": "free"                                  | no
            "field": "data.seats", "operator": "greaterThanOrEqual", "value": 5                          | yes
            "field": "data.address.city", "operator": "equals", "value": "Bern"                          | yes
            "field": "data.address.street", "operator": "notExists"                                      | yes
            "field": "data.tags", "operator": "equals", "value": "b"                                     | yes
            "field": "data.renewal", "operator": "lessThan", "value": "2026-04-02"                       | yes
            "field": "data.renewal", "operator": "olderThan", "value": 1, "unit": "days"                 | no
            "field": "createdAt", "operator": "olderThan", "value": 80, "unit": "days"                   | yes
            "field": "createdAt", "operator": "within", "value": 80, "unit": "days"                      | no
            "field": "event.amount", "operator": "equals", "value": 12.5                                 | yes
            "field": "workflow.amount", "operator": "lessThan", "value": 12                              | no
            "field": "event.coupon", "operator": "exists"                                                | no
            "field": "event.token", "operator": "equals", "value": "s3cr3t"                              | yes
            "field": "email.opened", "operator": "triggeredWithin", "value": 40, "unit": "hours"         | yes
            "field": "email.opened", "operator": "triggeredOlderThan", "value": 39, "unit": "hours"      | yes
            "field": "email.clicked", "operator": "notTriggered"                                         | yes
            "field": "segment.0190f3c4-0000-7000-8000-000000000001", "operator": "memberOfSegment"       | yes
            "field": "segment.0190f3c4-0000-7000-8000-000000000002", "operator": "notMemberOfSegment"    | no
            """)
    void aConditionTakesOneOfTwoWays(String config, String way) {
        var decision = left(StepType.CONDITION, "{" + config + "}");

        assertThat(decision.exit()).isEqualTo(way);
        assertThat(decision.output()).containsEntry("branch", way).containsEntry("result", way.equals("yes"));
        assertThat(decision.output().toString()).doesNotContain("actualValue=s3cr3t");
    }

    @ParameterizedTest
    @CsvSource({"3,few", "5,some", "9,default"})
    void ofManyBranchesTheFirstThatHoldsIsTaken(int bound, String way) {
        var branches = """
                {"field": "data.seats", "mode": "multi", "branches": [
                    {"id": "few", "operator": "greaterThan", "value": %1$d},
                    {"id": "some", "operator": "equals", "value": %1$d},
                    {"id": "again", "operator": "equals", "value": %1$d}]}""".formatted(bound);

        assertThat(left(StepType.CONDITION, branches).exit()).isEqualTo(way);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "amount": 90, "unit": "minutes"                                                           | 2026-03-29T02:00:00Z
            "amount": 0.5, "unit": "seconds"                                                          | 2026-03-29T00:30:00.500Z
            "amount": 0.0000001, "unit": "seconds"                                                    | 2026-03-29T00:30:00.000001Z
            "amount": 1, "unit": "days"                                                               | 2026-03-30T00:30:00Z
            "amount": 52, "unit": "weeks"                                                             | 2027-03-28T00:30:00Z
            "amount": 365, "unit": "days"                                                             | 2027-03-29T00:30:00Z
            "until": {"time": "02:30", "timeZone": "Europe/Berlin"}                                   | 2026-03-29T01:30:00Z
            "until": {"time": "03:30", "timeZone": "Europe/Berlin"}                                   | 2026-03-29T01:30:00Z
            "until": {"time": "09:00", "timeZone": "UTC"}                                             | 2026-03-29T09:00:00Z
            """)
    void aDelayEndsSoLongFromNow(String config, Instant end) {
        var decision = decide(StepType.DELAY, "{" + config + "}");

        assertThat(decision).asInstanceOf(type(StepDecision.Rest.class)).satisfies(suspension -> {
            assertThat(suspension.until()).isEqualTo(end);
            assertThat(suspension.output()).containsEntry("resumeAt", end.toString());
            assertThat(suspension.event()).isEmpty();
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            60 | 2026-03-29T00:31:00Z
            -  | +1000000000-12-31T23:59:59.999999999Z
            """)
    void aWaitNamesItsEventAndItsEnd(String timeout, Instant end) {
        var step = step(StepType.WAIT_FOR_EVENT, """
                {"eventName": "paid", "timeout": %s, "conditions": [{"field": "amount", "operator": "greaterThan", "value": 3}]}
                """.formatted(timeout == null ? "null" : timeout));

        var suspension = (StepDecision.Rest) step.decide(situation());

        assertThat(suspension.until()).isEqualTo(end);
        assertThat(suspension.event().orElseThrow().name()).isEqualTo("paid");
        assertThat(suspension.event().orElseThrow().conditions()).isPresent();
        assertThat(step.exits()).hasSize(timeout == null ? 1 : 2);
    }

    @Test
    void aWaitIsLeftByItsEventOrByItsTimeOut() {
        var step = step(StepType.WAIT_FOR_EVENT, "{\"eventName\": \"paid\", \"timeout\": 60}");
        var data = new ExecutionContext(Map.of("amount", 4), Map.of("card", "4711"));

        var event = (StepDecision.Leave)
                step.wake(situation(), ResumeReason.by(new ResumeReason.Event(new UUID(0, 9), data, NOW)));
        var timeout = (StepDecision.Leave) step.wake(situation(), ResumeReason.TIME);

        assertThat(event.exit()).isEqualTo("EVENT");
        assertThat(event.output()).containsEntry("eventData", Map.of("amount", 4));
        assertThat(timeout.exit()).isEqualTo("TIMEOUT");
    }

    @Test
    void anExitEndsWithItsReason() {
        assertThat(decide(StepType.EXIT, "{}"))
                .asInstanceOf(type(StepDecision.End.class))
                .satisfies(end -> assertThat(end.reason()).isEqualTo("exit_step"));
        assertThat(decide(StepType.EXIT, "{\"reason\": \"bought\"}"))
                .asInstanceOf(type(StepDecision.End.class))
                .satisfies(end -> assertThat(end.reason()).isEqualTo("bought"));
    }

    @Test
    void aMailOfATemplateThatIsGoneFails() {
        assertThat(decide(StepType.SEND_EMAIL, "{\"templateId\": \"0190f3c4-0000-7000-8000-000000000003\"}"))
                .isInstanceOf(StepDecision.Fail.class);
    }

    @Test
    void aCallIsRenderedAndRestedFor() {
        var suspension = (StepDecision.Rest) decide(StepType.WEBHOOK, """
                {"url": "https://example.com/{{data.plan}}?t={{token}}", "headers": {"X-Who": "{{email}}{{lines}}"},
                 "body": {"seats": "{{seats}}", "deep": [{"city": "{{data.address.city}}"}]}}""");

        var call = suspension.call().orElseThrow();
        assertThat(suspension.until()).isEqualTo(Instant.MAX);
        assertThat(call.url()).isEqualTo("https://example.com/pro?t=s3cr3t");
        assertThat(call.headers()).containsEntry("X-Who", "ada@example.com  X-Evil: 1");
        assertThat(Json.readObject(call.body().orElseThrow()))
                .isEqualTo(Json.readObject("{\"seats\": \"5\", \"deep\": [{\"city\": \"Bern\"}]}"));
        assertThat(suspension.output().toString()).doesNotContain("s3cr3t");
    }

    @Test
    void umlautsOfACallStayAndItsLineBreaksGo() {
        var suspension = (StepDecision.Rest) decide(StepType.WEBHOOK, """
                {"url": "https://bücher.example/{{lines}}?who={{customer}}", "headers": {"X-Who": "{{customer}} 世界"}}""");

        var call = suspension.call().orElseThrow();
        assertThat(call.url()).isEqualTo("https://bücher.example/  X-Evil: 1?who=Zoë");
        assertThat(call.headers()).containsEntry("X-Who", "Zoë 世界");
    }

    @Test
    void anUpdateOfTheContactFollowsTheRulesOfItsData() {
        var decision = left(StepType.UPDATE_CONTACT, """
                {"updates": {"plan": "{{data.plan}} plus", "email": "other@example.com", "id": "1", "seats": null,
                             "last": "{{event.amount}}", "said": "{{event.amount}} EUR", "copy": {"of": ["{{data.tags}}"]},
                             "gone": "{{nothing}}", "any": "{{nothing ?? 3}}", "flag": "{{{paid}}}",
                             "source": "{{event.source ?? direct}}", "origin": "{{event.source | default: 'direct'}}",
                             "empty": "{{event.source}}"},
                 "subscriptionAction": "unsubscribe"}""");

        var update = (StepEffect.UpdateContact) decision.effect().orElseThrow();
        var after =
                update.persistentData().applyTo(situation().contact().contact().data());
        assertThat(update.subscription()).contains(false);
        assertThat(after)
                .containsEntry("plan", "pro plus")
                .containsEntry("last", Json.readObject("{\"n\": 12.5}").get("n"))
                .containsEntry("said", "12.5 EUR")
                .containsEntry("copy", Map.of("of", List.of(List.of("a", "b"))))
                .containsEntry("any", "3")
                .containsEntry("source", "direct")
                .containsEntry("origin", "direct")
                .containsEntry("flag", true)
                .doesNotContainKeys("email", "id", "seats", "empty");
    }
}
