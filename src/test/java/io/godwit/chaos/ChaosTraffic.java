package io.godwit.chaos;

import io.godwit.chaos.Observation.Call;
import io.godwit.chaos.Observation.Kind;
import io.godwit.chaos.Observation.Outcome;
import io.godwit.kit.workflows.TestWorkflow;
import io.vertx.core.json.JsonObject;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Calls of two projects, each for a recipient of its own: sends, events that start a workflow, events that start one with a webhook,
 * some of each that are to be refused, and reads. A call that had no answer, or a 5xx, is repeated with its idempotency key at the
 * next node. Every text a project writes carries its mark, so that it can be told in another's.
 */
final class ChaosTraffic {

    static final String PREFIX = "chaos.";

    /** Starts a rest of two seconds, then an email. */
    static final String SIGN_UP = "signed up";

    /** Starts the call of a webhook, then an email. */
    static final String ORDER = "ordered";

    private final ChaosNodes nodes;
    private final Queue<Call> calls = new ConcurrentLinkedQueue<>();
    private final Queue<String> foreign = new ConcurrentLinkedQueue<>();
    private final AtomicInteger accepted = new AtomicInteger();
    private final List<String> rests = new ArrayList<>();

    ChaosTraffic(ChaosNodes nodes) {
        this.nodes = nodes;
        for (var project : List.of(0, 1)) {
            var template = template(project);
            rests.add(publish(
                            project,
                            TestWorkflow.on(SIGN_UP)
                                    .then(
                                            "rest",
                                            "DELAY",
                                            new JsonObject().put("amount", 2).put("unit", "seconds"))
                                    .then("email", "SEND_EMAIL", template))
                    .stepId("rest"));
            publish(
                    project,
                    TestWorkflow.on(ORDER)
                            .then(
                                    "call",
                                    "WEBHOOK",
                                    new JsonObject().put("url", nodes.receiver().url(project)))
                            .then("email", "SEND_EMAIL", template));
        }
    }

    private JsonObject template(int project) {
        var answer = nodes.api(0)
                .post(
                        "/templates",
                        nodes.key(project),
                        email(nodes, project, "x").put("name", "Welcome").put("type", "TRANSACTIONAL"));
        return new JsonObject().put("templateId", answer.body().getString("id"));
    }

    private TestWorkflow publish(int project, TestWorkflow workflow) {
        return workflow.publish(nodes.rows(), nodes.project(project).getString("projectId"));
    }

    /** The mark of a project's texts. */
    static String mark(int project) {
        return "mark-of-project-" + project;
    }

    /** One call; which one depends on the number. */
    void call(int number) {
        var project = number / 10 % 2;
        switch (number % 10) {
            case 0, 1, 2, 3 -> make(Kind.SEND, "/v1/send", project, number, send(project, number));
            case 4 -> make(Kind.SEND, "/v1/send", project, number, stranger(project, number));
            case 5 -> read(number, project);
            case 6 ->
                make(
                        Kind.WEBHOOK,
                        "/v1/track",
                        project,
                        number,
                        number / 20 % 5 == 0 ? spoilt(project, number) : track(ORDER, project, number));
            default -> make(Kind.TRACK, "/v1/track", project, number, track(SIGN_UP, project, number));
        }
    }

    private JsonObject send(int project, int number) {
        return email(nodes, project, "shop").put("to", recipient(number));
    }

    /** From a domain that the project does not own: to be refused. */
    private JsonObject stranger(int project, int number) {
        return send(project, number).put("from", "nobody@unproven.example.org");
    }

    private static JsonObject track(String event, int project, int number) {
        return new JsonObject()
                .put("email", recipient(number))
                .put("event", event)
                .put("data", new JsonObject().put("note", mark(project)));
    }

    /** With a text in the place of an object: to be refused. */
    private static JsonObject spoilt(int project, int number) {
        return track(ORDER, project, number).put("data", mark(project));
    }

    static JsonObject email(ChaosNodes nodes, int project, String sender) {
        return new JsonObject()
                .put("from", sender + "@" + nodes.project(project).getString("domain"))
                .put("subject", "Hello " + mark(project))
                .put("body", "<p>" + mark(project) + "</p><p><a href=\"https://shop.example.com/\">Shop</a></p>");
    }

    private static String recipient(int number) {
        return PREFIX + number + "@example.com";
    }

    private void make(Kind kind, String path, int project, int number, JsonObject body) {
        var key = nodes.key(project);
        var end = RepeatedCall.make(
                number, node -> nodes.api(node).post(path, key, body, Map.of("Idempotency-Key", PREFIX + number)));
        calls.add(new Call(kind, recipient(number), end.outcome()));
        if (end.outcome() == Outcome.ACCEPTED) {
            accepted.incrementAndGet();
        }
    }

    private void read(int number, int project) {
        var paths = List.of("/emails?limit=20", "/contacts?limit=20", "/events?limit=20", "/activity?limit=20");
        var path = paths.get(number / 20 % paths.size());
        try {
            var answer = nodes.api(number).get(path, nodes.key(project));
            if (answer.text().contains(mark(1 - project))) {
                foreign.add("GET " + path + " of project " + project + ": " + answer.text());
            }
        } catch (UncheckedIOException noAnswer) {
            // It told nothing of anybody.
        }
    }

    int accepted() {
        return accepted.get();
    }

    List<Call> calls() {
        return List.copyOf(calls);
    }

    List<String> foreign() {
        return List.copyOf(foreign);
    }

    /** The steps at which executions rest. */
    List<String> rests() {
        return List.copyOf(rests);
    }
}
