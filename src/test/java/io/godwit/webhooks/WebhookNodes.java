package io.godwit.webhooks;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.awaitility.Awaitility.await;

import io.godwit.bus.Bus;
import io.godwit.core.Crypto;
import io.godwit.core.Tenant;
import io.godwit.core.id.ExecutionId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.WebhookCallId;
import io.godwit.db.TestDatabase;
import io.godwit.dns.DnsResolver;
import io.godwit.dns.DnsSettings;
import io.godwit.kit.net.DnsStub;
import io.godwit.traces.Tracer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.PemTrustOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Nodes that make calls, on a real PostgreSQL and a name server of the test's own, and what they tell of ended calls. */
final class WebhookNodes implements AutoCloseable {

    static final Duration TIMEOUT = Duration.ofSeconds(60);

    final Vertx vertx = Vertx.vertx();
    final TestDatabase db = TestDatabase.fresh(vertx);
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final DnsStub names = dnsStub();
    final Crypto crypto =
            Crypto.of("s".repeat(32).getBytes(US_ASCII), "e".repeat(32).getBytes(US_ASCII));
    final Queue<EndedCall> ended = new ConcurrentLinkedQueue<>();
    private final Bus bus = Bus.on(vertx);
    private final DnsResolver dns =
            new DnsResolver(vertx, DnsSettings.of(List.of(names.address()), Duration.ofSeconds(3)));
    final WebhookQueue webhooks = new WebhookQueue(bus, crypto, hasty());
    private volatile WebhookListener listener = (tx, ignored) -> Future.succeededFuture();

    private static DnsStub dnsStub() {
        try {
            return DnsStub.start();
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** A hundred times faster than in life: the first pause is 50 ms at most, a lane is closed for 300 ms. */
    static WebhookSettings hasty() {
        return hasty(List.of("127.0.0.0/8"));
    }

    /** In haste, and without patience for a silent receiver; on a busy machine, another may seem to be one. */
    static WebhookSettings impatient() {
        return hasty(List.of("127.0.0.0/8"), Duration.ofSeconds(2));
    }

    static WebhookSettings hasty(List<String> allow) {
        return hasty(allow, Duration.ofSeconds(30));
    }

    private static WebhookSettings hasty(List<String> allow, Duration timeout) {
        return new WebhookSettings(
                allow,
                java.util.Set.of(),
                timeout,
                Duration.ofHours(24),
                100,
                5,
                10,
                100,
                Duration.ofSeconds(5),
                Duration.ofDays(30));
    }

    String node() {
        return node(hasty());
    }

    String node(WebhookSettings settings) {
        return node(settings, Optional.empty());
    }

    String node(WebhookSettings settings, Optional<PemTrustOptions> trust) {
        var dependencies = new WebhookDependencies(
                db.database(),
                bus,
                crypto,
                dns,
                (tx, calls) -> listener.ended(tx, calls).onSuccess(ignored -> ended.addAll(calls)),
                Tracer.OFF);
        return vertx.deployVerticle(new WebhookVerticle(dependencies, settings, meters, trust))
                .await();
    }

    void stop(String node) {
        vertx.undeploy(node).await();
    }

    /** Hears of ended calls before the test does, in their transaction. */
    void listen(WebhookListener listener) {
        this.listener = listener;
    }

    Tenant project() {
        var id = UUID.randomUUID();
        db.query("INSERT INTO projects (id, name) VALUES ('" + id + "', 'p')");
        return Tenant.system(new ProjectId(id));
    }

    NewCall call(Tenant tenant, String url) {
        return call(tenant, "POST", url, Map.of(), Optional.of("{\"a\":1}"));
    }

    NewCall call(Tenant tenant, String method, String url, Map<String, String> headers, Optional<String> body) {
        return new NewCall(
                tenant.project(),
                new WebhookCallId(Ids.next()),
                new ExecutionId(Ids.next()),
                1,
                method,
                url,
                headers,
                body,
                Optional.empty());
    }

    /** Commits them and says so. */
    void enqueue(List<NewCall> calls) {
        db.database().workerTransaction(tx -> webhooks.enqueue(tx, calls)).await();
        calls.stream().map(NewCall::project).distinct().forEach(webhooks::publishDue);
    }

    EndedCall made(NewCall call) {
        enqueue(List.of(call));
        return awaitEnd(call);
    }

    /** Its end, committed. */
    EndedCall awaitEnd(NewCall call) {
        await().atMost(TIMEOUT)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> end(call).isPresent() && !isQueued(call));
        return end(call).orElseThrow();
    }

    boolean isQueued(NewCall call) {
        return db.count(
                        "SELECT count(*) FROM webhook_calls WHERE id = ?",
                        call.id().value())
                > 0;
    }

    Optional<EndedCall> end(NewCall call) {
        return ended.stream().filter(one -> one.id().equals(call.id())).findFirst();
    }

    List<CallAttempt> attempts(NewCall call) {
        return webhooks.attempts(db.database().workers(), Tenant.system(call.project()), call.execution())
                .await();
    }

    void forgetName(String name) {
        dns.evict(name);
    }

    double counted(String name) {
        return meters.find(name).counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    long queued() {
        return db.count("SELECT count(*) FROM webhook_calls");
    }

    @Override
    public void close() {
        vertx.deploymentIDs().forEach(this::stop);
        dns.close().await();
        db.close();
        vertx.close().await();
        names.close();
    }
}
