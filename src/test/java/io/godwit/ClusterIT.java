package io.godwit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.db.TestDatabase;
import io.godwit.kit.ApiClient;
import io.godwit.kit.ApiClient.Response;
import io.godwit.kit.GodwitJar;
import io.godwit.kit.JarServer;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.nodes.NodeSettings;
import io.godwit.kit.smtp.SinkMessage;
import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two jars on one database are one system: they share the work, the limits, and what a key opens. */
final class ClusterIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int CALLERS = 8;
    private static final int LIMIT = 100;

    private static final Vertx VERTX = Vertx.vertx();
    private static final ExecutorService POOL = Executors.newFixedThreadPool(CALLERS);

    private static TestDatabase db;
    private static SmtpSink firstSink;
    private static SmtpSink secondSink;
    private static JarServer first;
    private static JarServer second;
    private static List<JsonObject> projects;

    /** An answer and when it was here. */
    private record Timed(Response answer, long nanos) {}

    @BeforeAll
    static void start() {
        db = TestDatabase.fresh(VERTX);
        firstSink = SmtpSink.start(VERTX);
        secondSink = SmtpSink.start(VERTX);
        var ports = List.of(FreePorts.free(), FreePorts.free());
        first = JarServer.start(settings(ports, 0, firstSink));
        second = JarServer.start(settings(ports, 1, secondSink));
        projects = first.demo().getJsonArray("projects").stream()
                .map(JsonObject.class::cast)
                .toList();
    }

    @AfterAll
    static void stop() {
        POOL.shutdownNow();
        Stream.of(first, second).forEach(JarServer::close);
        firstSink.close();
        secondSink.close();
        db.close();
        VERTX.close().await();
    }

    @Test
    void bothSendWhatEitherAcceptedAndEachMailOnce() {
        var key = key(0);
        var wanted = IntStream.range(0, 200)
                .mapToObj(number -> "reader" + number + "@example.com")
                .toList();

        var answers = together(wanted, (number, to) -> node(number).post("/v1/send", key, mail(0, to)));

        assertThat(answers).extracting(Response::status).containsOnly(200);
        await().atMost(TIMEOUT).until(() -> recipients("reader").size() >= wanted.size());
        assertThat(recipients("reader")).containsExactlyInAnyOrderElementsOf(wanted);
        assertThat(received(firstSink, "reader")).isNotEmpty();
        assertThat(received(secondSink, "reader")).isNotEmpty();
    }

    @Test
    void tracksOfOneContactOnBothNodesMeetInOneRow() {
        var key = key(0);
        var calls = IntStream.range(0, 400).boxed().toList();

        var answers = together(calls, (number, call) -> node(number)
                .post(
                        "/v1/track",
                        key,
                        new JsonObject()
                                .put("email", "hot" + call % 5 + "@example.com")
                                .put("event", "met")
                                .put("data", new JsonObject().put("field" + call % 20, call))));

        assertThat(answers).extracting(Response::status).containsOnly(200);
        assertThat(db.count("SELECT count(*) FROM contacts WHERE email LIKE 'hot%'"))
                .isEqualTo(5);
        assertThat(db.count("SELECT count(*) FROM events WHERE name = 'met'")).isEqualTo(calls.size());
    }

    @Test
    void oneIdempotencyKeyOnBothNodesMakesOneMail() {
        var key = key(0);
        var calls = IntStream.range(0, 16).boxed().toList();

        var answers = together(calls, (number, ignored) -> node(number)
                .post("/v1/send", key, mail(0, "once@example.com"), Map.of("Idempotency-Key", "only-once")));

        assertThat(answers).extracting(Response::status).isSubsetOf(200, 409).contains(200);
        assertThat(db.count("SELECT count(*) FROM emails WHERE to_email = 'once@example.com'"))
                .isEqualTo(1);
    }

    @Test
    void aReplacedKeyIsDeadOnBothNodesWhenTheRotationAnswers() {
        var old = key(1);
        var calling = new AtomicBoolean(true);
        var answers = new ConcurrentLinkedQueue<Timed>();
        var callers = IntStream.range(0, 4)
                .mapToObj(number -> CompletableFuture.runAsync(() -> hammer(number, old, calling, answers), POOL))
                .toList();
        await().atMost(TIMEOUT).until(() -> answers.size() > 100);

        var path = "/users/@me/projects/" + projects.get(1).getString("projectId") + "/regenerate-keys";
        var rotation = node(0).post(path, old, new JsonObject());
        var answered = System.nanoTime();
        var enough = answers.size() + 100;
        await().atMost(TIMEOUT).until(() -> answers.size() > enough);
        calling.set(false);
        callers.forEach(CompletableFuture::join);

        assertThat(rotation.status()).isEqualTo(200);
        assertThat(answers).extracting(timed -> timed.answer().status()).containsOnly(200, 401);
        assertThat(answers.stream().filter(timed -> timed.nanos() > answered))
                .allSatisfy(timed -> assertThat(timed.answer().status()).isEqualTo(401));
        var fresh = rotation.body().getString("secret");
        assertThat(track(0, fresh).status()).isEqualTo(200);
        assertThat(track(1, fresh).status()).isEqualTo(200);
    }

    @Test
    void theRateLimitHoldsOverBothNodes() {
        var key = key(2);
        db.query(
                "UPDATE projects SET requests_per_minute = ? WHERE id = ?::uuid",
                LIMIT,
                projects.get(2).getString("projectId"));

        var statuses = IntStream.range(0, 3 * LIMIT)
                .mapToObj(number -> track(number, key).status())
                .toList();

        assertThat(statuses).containsOnly(200, 429);
        // Each node knows what the other admitted a moment ago, not what it admits now; without that it would be twice
        // as many.
        assertThat(statuses.stream().filter(status -> status == 200).count())
                .isBetween(LIMIT / 2L, LIMIT + LIMIT / 10L);
    }

    @Test
    void aKeyOfOneProjectRotatesNoOther() {
        var path = "/users/@me/projects/" + projects.get(1).getString("projectId") + "/regenerate-keys";

        var answer = node(0).post(path, key(0), new JsonObject());

        assertThat(answer.status()).isEqualTo(404);
        assertThat(track(1, key(0)).status()).isEqualTo(200);
    }

    @Test
    void aRotationShowsTheProjectAndItsNewKeys() {
        var path = "/users/@me/projects/" + projects.get(3).getString("projectId") + "/regenerate-keys";

        var rotated = node(1).post(path, key(3), new JsonObject()).body();

        assertThat(rotated.fieldNames())
                .containsExactlyInAnyOrder(
                        "id",
                        "name",
                        "public",
                        "secret",
                        "createdAt",
                        "updatedAt",
                        "disabled",
                        "customer",
                        "subscription");
        assertThat(rotated.getString("id")).isEqualTo(projects.get(3).getString("projectId"));
        assertThat(rotated.getString("public")).matches("pk_[0-9a-f]{64}");
        assertThat(rotated.getString("secret")).matches("sk_[0-9a-f]{64}");
        assertThat(rotated.getString("updatedAt")).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
        assertThat(rotated.getBoolean("disabled")).isFalse();
        assertThat(rotated.getValue("customer")).isNull();
    }

    @Test
    void aNodeThatDiesIsNotWaitedForAndComesBack() {
        second.kill9();

        var answer = first.api().post("/v1/send", key(0), mail(0, "survivor@example.com"));

        assertThat(answer.status()).isEqualTo(200);
        await().atMost(TIMEOUT).until(() -> recipients("survivor").equals(List.of("survivor@example.com")));
        second.restart();
        assertThat(track(1, key(0)).status()).isEqualTo(200);
    }

    private static Response track(int number, String key) {
        return node(number)
                .post(
                        "/v1/track",
                        key,
                        new JsonObject().put("email", "ada@example.com").put("event", "called"));
    }

    private static void hammer(int number, String key, AtomicBoolean calling, ConcurrentLinkedQueue<Timed> answers) {
        while (calling.get()) {
            var asked = System.nanoTime();
            answers.add(new Timed(track(number, key), asked));
        }
    }

    private interface Call<T> {
        Response of(int number, T input);
    }

    /** Every input at once, as far as there are callers; in the order of the inputs. */
    private static <T> List<Response> together(List<T> inputs, Call<T> call) {
        var answers = IntStream.range(0, inputs.size())
                .mapToObj(number -> CompletableFuture.supplyAsync(() -> call.of(number, inputs.get(number)), POOL))
                .toList();
        return answers.stream().map(CompletableFuture::join).toList();
    }

    /** The nodes in turn. */
    private static ApiClient node(int number) {
        return (number % 2 == 0 ? first : second).api();
    }

    private static String key(int project) {
        return projects.get(project).getString("secretKey");
    }

    private static JsonObject mail(int project, String to) {
        return new JsonObject()
                .put("to", to)
                .put("from", "shop@" + projects.get(project).getString("domain"))
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>");
    }

    private static List<String> recipients(String prefix) {
        return Stream.of(firstSink, secondSink)
                .flatMap(sink -> received(sink, prefix).stream())
                .toList();
    }

    private static List<String> received(SmtpSink sink, String prefix) {
        return sink.messages().stream()
                .map(SinkMessage::recipient)
                .filter(recipient -> recipient.startsWith(prefix))
                .toList();
    }

    private static Map<String, String> settings(List<Integer> ports, int node, SmtpSink sink) {
        return NodeSettings.all(
                NodeSettings.on(db.url(), sink),
                NodeSettings.clustered(ports, node),
                Map.of("GODWIT_DEMO_PROJECTS", "4", "JAVA_TOOL_OPTIONS", GodwitJar.shortLived()));
    }
}
