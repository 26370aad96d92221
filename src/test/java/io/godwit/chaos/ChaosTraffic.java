package io.godwit.chaos;

import io.godwit.chaos.Observation.Call;
import io.godwit.chaos.Observation.Kind;
import io.godwit.chaos.Observation.Outcome;
import io.godwit.kit.ApiClient.Answer;
import io.godwit.kit.workflows.TestWorkflow;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Calls of two projects, each for a recipient of its own: sends, sends that are to be refused, events that start a workflow, reads,
 * and campaigns. A call that had no answer, or a 5xx, is repeated with its idempotency key at the next node. Every text a project
 * writes carries its mark, so that it can be told in another's.
 */
final class ChaosTraffic {

    static final String PREFIX = "chaos.";

    /** Members of a campaign's audience. */
    static final int READERS = 20;

    static final String EVENT = "signed up";
    private static final int TRIES = 8;
    private static final long BETWEEN_TRIES = TimeUnit.MILLISECONDS.toNanos(300);

    private final ChaosNodes nodes;
    private final Queue<Call> calls = new ConcurrentLinkedQueue<>();
    private final Queue<String> foreign = new ConcurrentLinkedQueue<>();
    private final Queue<String> campaigns = new ConcurrentLinkedQueue<>();
    private final AtomicInteger accepted = new AtomicInteger();
    private final List<TestWorkflow> workflows = new ArrayList<>();

    ChaosTraffic(ChaosNodes nodes) {
        this.nodes = nodes;
        for (var project : List.of(0, 1)) {
            workflows.add(workflow(project));
        }
        for (var reader = 0; reader < READERS; reader++) {
            create(
                    "/contacts",
                    new JsonObject()
                            .put("email", "reader" + reader + "@example.com")
                            .put("data", new JsonObject().put("group", "readers")));
        }
    }

    /** A rest of two seconds, then an email. */
    private TestWorkflow workflow(int project) {
        var key = nodes.project(project).getString("secretKey");
        var template = nodes.api(0)
                .post(
                        "/templates",
                        key,
                        email(project, "x").put("name", "Welcome").put("type", "TRANSACTIONAL"))
                .body()
                .getString("id");
        return TestWorkflow.on(EVENT)
                .then("rest", "DELAY", new JsonObject().put("amount", 2).put("unit", "seconds"))
                .then("email", "SEND_EMAIL", new JsonObject().put("templateId", template))
                .publish(nodes.rows(), nodes.project(project).getString("projectId"));
    }

    private JsonObject create(String path, JsonObject body) {
        var answer = nodes.api(0).post(path, nodes.project(0).getString("secretKey"), body);
        if (!answer.isOk()) {
            throw new AssertionError(path + " answered " + answer.status() + " " + answer.text());
        }
        return answer.body();
    }

    /** The mark of a project's texts. */
    static String mark(int project) {
        return "mark-of-project-" + project;
    }

    /** One call; which one depends on the number. */
    void call(int number) {
        var project = number / 10 % 2;
        switch (number % 10) {
            case 0, 1, 2, 3 -> told(Kind.SEND, number, post("/v1/send", project, number, send(project, number)));
            case 4 -> told(Kind.SEND, number, post("/v1/send", project, number, stranger(project, number)));
            case 5 -> read(number, project);
            default -> told(Kind.TRACK, number, post("/v1/track", project, number, track(project, number)));
        }
    }

    private JsonObject send(int project, int number) {
        return email(project, "shop").put("to", recipient(number));
    }

    /** From a domain that the project does not own: to be refused. */
    private JsonObject stranger(int project, int number) {
        return send(project, number).put("from", "nobody@unproven.example.org");
    }

    private JsonObject track(int project, int number) {
        return new JsonObject()
                .put("email", recipient(number))
                .put("event", EVENT)
                .put("data", new JsonObject().put("note", mark(project)));
    }

    private JsonObject email(int project, String sender) {
        return new JsonObject()
                .put("from", sender + "@" + nodes.project(project).getString("domain"))
                .put("subject", "Hello " + mark(project))
                .put("body", "<p>" + mark(project) + "</p>");
    }

    private static String recipient(int number) {
        return PREFIX + number + "@example.com";
    }

    private Outcome post(String path, int project, int number, JsonObject body) {
        var key = nodes.project(project).getString("secretKey");
        return outcome(
                number, node -> nodes.api(node).post(path, key, body, Map.of("Idempotency-Key", PREFIX + number)));
    }

    private interface Attempt {
        Answer at(int node);
    }

    /** The same call again, by its idempotency key, until somebody says yes or no. */
    private static Outcome outcome(int number, Attempt attempt) {
        for (var tried = 0; tried < TRIES; tried++) {
            try {
                var status = attempt.at(number + tried).status();
                if (status / 100 == 2) {
                    return Outcome.ACCEPTED;
                } else if (status / 100 == 4 && status != 409 && status != 429) {
                    return Outcome.REFUSED;
                }
            } catch (UncheckedIOException noAnswer) {
                // The next node is asked.
            }
            LockSupport.parkNanos(BETWEEN_TRIES);
        }
        return Outcome.UNCLEAR;
    }

    private void told(Kind kind, int number, Outcome outcome) {
        calls.add(new Call(kind, recipient(number), outcome));
        if (outcome == Outcome.ACCEPTED) {
            accepted.incrementAndGet();
        }
    }

    private void read(int number, int project) {
        var paths = List.of("/emails?limit=20", "/contacts?limit=20", "/events?limit=20", "/activity?limit=20");
        var path = paths.get(number / 20 % paths.size());
        try {
            var answer = nodes.api(number).get(path, nodes.project(project).getString("secretKey"));
            if (answer.text().contains(mark(1 - project))) {
                foreign.add("GET " + path + " of project " + project + ": " + answer.text());
            }
        } catch (UncheckedIOException noAnswer) {
            // It told nothing of anybody.
        }
    }

    /** Makes a campaign to the readers and sends it; a campaign whose send had no answer may be sent or not. */
    void campaign(int number) {
        var key = nodes.project(0).getString("secretKey");
        var condition = new JsonObject()
                .put("field", "data.group")
                .put("operator", "equals")
                .put("value", "readers");
        var campaign = email(0, "news")
                .put("name", "Campaign " + number)
                .put("audienceType", "FILTERED")
                .put(
                        "audienceFilter",
                        new JsonObject().put("operator", "AND").put("conditions", new JsonArray().add(condition)));
        answered(() -> nodes.api(number).post("/campaigns", key, campaign)).ifPresent(made -> {
            var id = made.body().getString("id");
            campaigns.add(id);
            answered(() -> nodes.api(number).post("/campaigns/" + id + "/send", key, new JsonObject()));
        });
    }

    private static Optional<Answer> answered(Supplier<Answer> call) {
        try {
            return Optional.of(call.get()).filter(Answer::isOk);
        } catch (UncheckedIOException noAnswer) {
            return Optional.empty();
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

    List<String> campaigns() {
        return List.copyOf(campaigns);
    }

    /** The steps at which executions rest. */
    List<String> rests() {
        return IntStream.range(0, workflows.size())
                .mapToObj(number -> workflows.get(number).stepId("rest"))
                .toList();
    }
}
