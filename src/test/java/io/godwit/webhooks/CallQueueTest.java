package io.godwit.webhooks;

import static io.godwit.kit.net.HttpReceiver.status;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.HttpReceiver;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The queue under many calls, receivers that do not answer, several nodes and killed ones. */
@CloseFields
class CallQueueTest {

    private static WebhookNodes exchanges;

    private final CountDownLatch over = new CountDownLatch(1);
    private HttpReceiver receiver;

    @BeforeAll
    static void create() {
        exchanges = new WebhookNodes();
    }

    @BeforeEach
    void start() {
        receiver = HttpReceiver.start();
    }

    @AfterEach
    void end() {
        over.countDown();
        exchanges.db.query("DELETE FROM webhook_calls");
        exchanges.vertx.deploymentIDs().forEach(exchanges::stop);
        exchanges.db.query("DELETE FROM webhook_circuits");
        exchanges.listen((tx, ignored) -> Future.succeededFuture());
        receiver.close();
    }

    private List<NewCall> calls(int count, String path) {
        var tenant = exchanges.project();
        return IntStream.range(0, count)
                .mapToObj(number -> exchanges.call(tenant, receiver.url(path + "?n=" + number)))
                .toList();
    }

    private static boolean ended(List<NewCall> calls) {
        return calls.stream().allMatch(call -> exchanges.end(call).isPresent());
    }

    @Test
    void aDeadEndpointWithTenThousandCallsHurtsNobody() {
        try (var dead = HttpReceiver.start()) {
            dead.on("/dead", HttpReceiver.silence(over));
            var tenant = exchanges.project();
            exchanges.enqueue(IntStream.range(0, 10_000)
                    .mapToObj(number -> exchanges.call(tenant, dead.url("/dead?n=" + number)))
                    .toList());
            exchanges.node(WebhookNodes.impatient());
            await().atMost(WebhookNodes.TIMEOUT).until(() -> dead.connections() >= 5);
            var ofTheSameProject = IntStream.range(0, 50)
                    .mapToObj(ignored -> exchanges.call(tenant, receiver.url("/alive")))
                    .toList();
            var ofAnother = calls(50, "/other");

            exchanges.enqueue(ofTheSameProject);
            exchanges.enqueue(ofAnother);
            await().atMost(WebhookNodes.TIMEOUT).until(() -> ended(ofTheSameProject) && ended(ofAnother));
            var whenClosed = dead.connections();
            await().atMost(WebhookNodes.TIMEOUT).until(() -> exchanges.counted("godwit.webhooks.circuit.opens") >= 1);

            assertThat(dead.mostTogether()).isLessThanOrEqualTo(5);
            assertThat(whenClosed).isLessThan(60);
        }
    }

    @Test
    void aClosedLaneOpensWithTheFirstSuccess() {
        receiver.on("/ill", status(500));
        var calls = calls(60, "/ill");
        exchanges.enqueue(calls);
        exchanges.node();
        await().atMost(WebhookNodes.TIMEOUT)
                .until(() -> exchanges.db.count("SELECT count(*) FROM webhook_circuits WHERE open_count >= 2") == 1);
        var whileClosed = receiver.hits("/ill").size();
        receiver.on("/ill", status(200));

        await().atMost(WebhookNodes.TIMEOUT).until(() -> ended(calls));

        assertThat(whileClosed).isLessThan(30);
        assertThat(calls).allMatch(call -> exchanges.end(call).orElseThrow().success());
        assertThat(exchanges.db.count("SELECT count(*) FROM webhook_circuits")).isZero();
    }

    @Test
    void aUrlThatIsGoneIsNotCalledForAnHour() {
        receiver.on("/gone", status(410));
        var tenant = exchanges.project();
        exchanges.node();
        var first = exchanges.made(exchanges.call(tenant, receiver.url("/gone?a=1")));

        var later = exchanges.made(exchanges.call(tenant, receiver.url("/gone?a=2")));
        var elsewhere = exchanges.made(exchanges.call(tenant, receiver.url("/here")));
        var others = exchanges.made(exchanges.call(exchanges.project(), receiver.url("/gone")));
        exchanges.db.query("UPDATE webhook_gone_urls SET until = now()");
        receiver.on("/gone", status(200));
        var afterwards = exchanges.made(exchanges.call(tenant, receiver.url("/gone")));

        assertThat(first.status()).contains(410);
        assertThat(first.error()).isEmpty();
        assertThat(later.status()).contains(410);
        assertThat(later.success()).isFalse();
        assertThat(later.response()).startsWith("ENDPOINT_DISABLED: ");
        assertThat(elsewhere.success()).isTrue();
        assertThat(others.status()).contains(410);
        assertThat(afterwards.success()).isTrue();
        assertThat(receiver.hits("/gone")).hasSize(3);
        assertThat(exchanges.counted("godwit.webhooks.gone.responses")).isEqualTo(2);
    }

    @Test
    void nodesShareTheCallsAndEachIsMadeOnce() {
        var calls = Stream.of("/a", "/b", "/c", "/d")
                .flatMap(path -> calls(100, path).stream())
                .toList();
        IntStream.range(0, 3).forEach(ignored -> exchanges.node());

        exchanges.enqueue(calls);
        await().atMost(WebhookNodes.TIMEOUT).until(() -> ended(calls));

        assertThat(receiver.hits()).hasSize(400);
        assertThat(new HashSet<>(receiver.hits().stream()
                        .map(hit -> hit.headers().get("webhook-id"))
                        .toList()))
                .hasSize(400);
        assertThat(calls)
                .allMatch(call -> exchanges.ended.stream()
                                .filter(end -> end.id().equals(call.id()))
                                .count()
                        == 1);
    }

    @Test
    void aCancelledCallIsNeitherMadeNorTold() {
        var calls = calls(20, "/cancelled");
        exchanges.enqueue(calls);
        var tenant = io.godwit.core.Tenant.system(calls.get(0).project());

        var gone = exchanges
                .db
                .database()
                .workerTransaction(tx -> exchanges.webhooks.cancel(
                        tx, tenant, calls.stream().map(NewCall::execution).toList()))
                .await();
        exchanges.node();
        exchanges.made(exchanges.call(tenant, receiver.url("/after")));

        assertThat(gone).isEqualTo(20);
        assertThat(receiver.hits("/cancelled")).isEmpty();
        assertThat(calls).allMatch(call -> exchanges.end(call).isEmpty());
    }

    @Test
    void whoCannotHearOfOneCallHearsOfTheOthers() {
        var calls = calls(30, "/heard");
        var deaf = calls.get(7).id();
        var healed = new AtomicBoolean();
        exchanges.listen((ignored, ends) ->
                !healed.get() && ends.stream().anyMatch(end -> end.id().equals(deaf))
                        ? Future.failedFuture(new IllegalStateException("not this one"))
                        : Future.succeededFuture());
        exchanges.enqueue(calls);
        exchanges.node();
        var others = calls.stream().filter(call -> !call.id().equals(deaf)).toList();
        await().atMost(WebhookNodes.TIMEOUT).until(() -> ended(others));
        var before = exchanges.end(calls.get(7));

        healed.set(true);
        await().atMost(WebhookNodes.TIMEOUT).until(() -> ended(calls));

        assertThat(before).isEmpty();
        assertThat(receiver.hits("/heard")).hasSize(30);
    }

    @Test
    void aNodeThatDiesBetweenAnswerAndCommitLeavesOneMoreDeliveryWithTheSameId() {
        var gate = new CountDownLatch(1);
        receiver.on("/twice", HttpReceiver.silence(gate), status(200));
        exchanges.node();
        var call = calls(1, "/twice").get(0);
        exchanges.enqueue(List.of(call));
        await().atMost(WebhookNodes.TIMEOUT).until(() -> receiver.hits("/twice").size() == 1);

        exchanges.db.query("UPDATE webhook_calls SET due_at = now()");
        exchanges.webhooks.publishDue(call.project());
        var ended = exchanges.awaitEnd(call);
        gate.countDown();
        await().atMost(WebhookNodes.TIMEOUT).until(() -> exchanges.counted("godwit.webhooks.fenced") >= 1);

        assertThat(ended.attempts()).isEqualTo(2);
        assertThat(receiver.hits("/twice"))
                .hasSize(2)
                .extracting(hit -> hit.headers().get("webhook-id"))
                .containsOnly(call.id().toString());
        assertThat(exchanges.ended)
                .filteredOn(end -> end.id().equals(call.id()))
                .hasSize(1);
    }

    @Test
    void aStoppingNodeLetsCallsEnd() throws InterruptedException {
        var gate = new CountDownLatch(1);
        receiver.on("/ending", HttpReceiver.silence(gate));
        var node = exchanges.node();
        var calls = calls(3, "/ending");
        exchanges.enqueue(calls);
        await().atMost(WebhookNodes.TIMEOUT)
                .until(() -> receiver.hits("/ending").size() == 3);

        var stopped = exchanges.vertx.undeploy(node);
        assertThat(gate.await(200, TimeUnit.MILLISECONDS)).isFalse();
        gate.countDown();
        stopped.await();

        assertThat(ended(calls)).isTrue();
        assertThat(exchanges.queued()).isZero();
    }

    @Test
    void whatAStoppingNodeCannotEndIsAnothersAtOnce() {
        var settings = WebhookNodes.hasty();
        var impatient = new WebhookSettings(
                settings.allow(),
                Set.of(),
                Duration.ofSeconds(20),
                settings.expireAfter(),
                100,
                5,
                10,
                100,
                Duration.ofMillis(200),
                Duration.ZERO);
        receiver.on("/left", HttpReceiver.silence(over), status(200));
        var node = exchanges.node(impatient);
        var call = calls(1, "/left").get(0);
        exchanges.enqueue(List.of(call));
        await().atMost(WebhookNodes.TIMEOUT).until(() -> receiver.hits("/left").size() == 1);

        exchanges.stop(node);
        exchanges.node();
        var began = Instant.now();
        var ended = exchanges.awaitEnd(call);

        assertThat(ended.success()).isTrue();
        assertThat(Duration.between(began, Instant.now())).isLessThan(impatient.timeout());
    }

    @Test
    void callsNobodyCouldTryInTimeAreGivenUp() {
        var calls = calls(700, "/late");
        exchanges.enqueue(calls);
        exchanges.db.query("UPDATE webhook_calls SET expires_at = now() - interval '1 minute'");
        exchanges.db.query(
                "INSERT INTO webhook_circuits (project_id, endpoint, open_until) SELECT DISTINCT project_id, endpoint, now() + interval '1 hour' FROM webhook_calls");
        exchanges.node();

        await().atMost(WebhookNodes.TIMEOUT).until(() -> ended(calls));

        assertThat(calls)
                .allMatch(call ->
                        exchanges.end(call).orElseThrow().error().orElseThrow().startsWith("GAVE_UP: "));
        assertThat(receiver.hits()).isEmpty();
    }

    @Test
    void attemptsAreForgottenInTime() {
        exchanges.node();
        var call = calls(1, "/old").get(0);
        exchanges.made(call);
        exchanges.db.query(
                "UPDATE webhook_attempts SET at = now() - interval '31 days' WHERE call_id = ?",
                call.id().value());

        await().atMost(WebhookNodes.TIMEOUT)
                .until(() -> exchanges.attempts(call).isEmpty());
    }

    @Test
    void answersWithoutEndLeaveTheHeapFlat() {
        receiver.on("/flood", receiver.endless(1L << 30, "x".repeat(1 << 16).getBytes(UTF_8)));
        var calls = new ArrayList<NewCall>();
        IntStream.range(0, 20).forEach(ignored -> calls.addAll(calls(3, "/flood")));
        exchanges.node();
        exchanges.made(calls(1, "/warm").get(0));
        var before = heap();

        exchanges.enqueue(calls);
        await().atMost(WebhookNodes.TIMEOUT).until(() -> ended(calls));

        assertThat(receiver.written()).isLessThan(60L * (16 << 20));
        exchanges.ended.clear();
        assertThat(heap() - before).isLessThan(32L << 20);
    }

    private static long heap() {
        System.gc();
        var runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
