package io.godwit.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.bus.Bus;
import io.godwit.core.EmailAddress;
import io.godwit.db.TestDatabase;
import io.godwit.delivery.egress.EgressSource;
import io.godwit.delivery.egress.HeldException;
import io.godwit.delivery.routing.MxResolver;
import io.godwit.delivery.shaping.ShapingRules;
import io.godwit.delivery.shaping.TrafficShaper;
import io.godwit.delivery.tls.TlsPolicyResolver;
import io.godwit.delivery.tls.TlsSessionRecorder;
import io.godwit.dns.AllowedAddresses;
import io.godwit.dns.DnsResolver;
import io.godwit.dns.DnsSettings;
import io.godwit.kit.net.DnsStub;
import io.godwit.kit.smtp.SinkBehaviour.Held;
import io.godwit.kit.smtp.SinkGate;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.kit.smtp.SmtpSink;
import io.godwit.smtp.Envelope;
import io.godwit.smtp.SmtpProgress;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DirectDeliveryTest {

    private static final byte[] MESSAGE = "Subject: x\r\n\r\nHello\r\n".getBytes(StandardCharsets.US_ASCII);

    /** One of five connections is left to transactional emails. */
    private static final ShapingRules FIVE_CONNECTIONS = ShapingRules.standard().with("""
            default:
              connections: 5
              start-rate: 100/s
              max-rate: 100/s
            """);

    private final Vertx vertx = Vertx.vertx();
    private final Bus bus = Bus.on(vertx);
    private final TestDatabase db = TestDatabase.fresh(vertx);
    private final SmtpSink host = SmtpSink.start(vertx).unjudged();
    private DnsStub names;
    private DnsResolver dns;

    @BeforeEach
    void start() throws Exception {
        names = DnsStub.start();
        dns = new DnsResolver(vertx, DnsSettings.of(List.of(names.address()), Duration.ofSeconds(2)));
    }

    @AfterEach
    void close() {
        host.close();
        dns.close().await();
        names.close();
        db.close();
        vertx.close().await();
    }

    @Test
    void aConnectionRunsOnTheEventLoopOfItsBorrowerWhereverNamesAreLookedUp() throws Exception {
        // More of them than the look-ups can share an event loop with by chance.
        for (var borrower = 0; borrower < 4; borrower++) {
            var domain = "d" + borrower + ".test";
            names.mx(domain, 10, "mx." + domain).address("mx." + domain, host.host());
            var threads = new CopyOnWriteArrayList<Thread>();

            vertx.deployVerticle(context -> {
                        threads.add(Thread.currentThread());
                        var delivery = delivery();
                        return started(delivery)
                                .compose(ignored -> send(delivery, domain, threads))
                                .eventually(delivery::stop);
                    })
                    .await(30, TimeUnit.SECONDS);

            assertThat(threads).hasSize(3);
            assertThat(threads).containsOnly(threads.get(0));
        }
        assertThat(host.accepted()).isEqualTo(4);
    }

    @Test
    void theConnectionsToAllSitesAreCountedUntilTheyEnd() throws Exception {
        names.mx("a.test", 10, "mx.a.test").address("mx.a.test", host.host());
        names.mx("b.test", 10, "mx.b.test").address("mx.b.test", host.host());
        var counts = new CopyOnWriteArrayList<Integer>();
        var threads = new CopyOnWriteArrayList<Thread>();

        vertx.deployVerticle(context -> {
                    var delivery = delivery();
                    return started(delivery)
                            .compose(ignored -> send(delivery, "a.test", threads))
                            .onSuccess(ignored -> counts.add(delivery.openConnections()))
                            .compose(ignored -> send(delivery, "b.test", threads))
                            .onSuccess(ignored -> counts.add(delivery.openConnections()))
                            .eventually(delivery::stop)
                            .onSuccess(ignored -> counts.add(delivery.openConnections()));
                })
                .await(30, TimeUnit.SECONDS);

        assertThat(counts).containsExactly(1, 2, 0);
    }

    /** Mail to the domain may start in each of many short lives of a node, none of which lasts until the hourly note. */
    @Test
    void aStopNotesTheDomainsToWhichEmailsStarted() {
        names.mx("a.test", 10, "mx.a.test").address("mx.a.test", host.host());
        db.query("INSERT INTO destinations (number, site) VALUES (1, 'mx.a.test')");
        db.query("INSERT INTO destination_domains (domain, destination, used_on)"
                + " VALUES ('a.test', 1, current_date - 20)");
        var threads = new CopyOnWriteArrayList<Thread>();

        await().atMost(Duration.ofSeconds(30)).until(() -> {
            vertx.deployVerticle(context -> {
                        var delivery = delivery();
                        return started(delivery)
                                .compose(ignored -> send(delivery, "a.test", threads))
                                .eventually(delivery::stop);
                    })
                    .await(30, TimeUnit.SECONDS);
            return db.count("SELECT count(*) FROM destination_domains WHERE used_on >= current_date - 1") == 1;
        });
    }

    /** A start that was granted and is not given back counts as one in flight until the node ends. */
    @Test
    void emailsWhoseSourceWasNotRenewedWhileTheyConnectedLeaveTheConnectionsToThoseBehindThem() throws Exception {
        names.mx("late.test", 10, "mx.late.test").address("mx.late.test", host.host());
        var gate = new SinkGate();
        host.rule(SinkPoint.GREETING, 4, new Held(gate));
        var delivery = delivery(FIVE_CONNECTIONS, Duration.ofSeconds(2));
        var context = context();
        on(context, () -> started(delivery));

        var leases = on(
                context,
                () -> Future.succeededFuture(Stream.generate(() -> delivery.lease(request("late.test")))
                        .limit(4)
                        .toList()));
        gate.awaitReached(Duration.ofSeconds(30));
        try (var session = db.connect();
                var statement = session.createStatement()) {
            session.setAutoCommit(false);
            statement.execute("LOCK TABLE egress_sources IN SHARE MODE");
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> db.count("SELECT count(*) FROM egress_sources WHERE lease_until < now()") == 1);
            gate.open();
            for (var lease : leases) {
                assertThat(lease.transform(ended -> Future.succeededFuture(ended.cause()))
                                .await(30, TimeUnit.SECONDS))
                        .isInstanceOf(HeldException.class);
            }
        }
        await().atMost(Duration.ofSeconds(30)).until(() -> isLeased(context, delivery, request("late.test")));

        assertThat(isLeased(context, delivery, request("late.test", 2))).isTrue();
    }

    /** Leases a connection for the email, and gives it back. */
    private static boolean isLeased(Context context, DirectDelivery delivery, DeliveryRequest request)
            throws TimeoutException {
        return on(context, () -> delivery.lease(request)
                .compose(LeasedDelivery::release)
                .map(true)
                .otherwise(false));
    }

    /** Returns the context of a new verticle. */
    private Context context() throws TimeoutException {
        var own = Promise.<Context>promise();
        vertx.deployVerticle(context -> {
            own.complete(context);
            return Future.succeededFuture();
        });
        return own.future().await(30, TimeUnit.SECONDS);
    }

    private static <T> T on(Context context, Supplier<Future<T>> work) throws TimeoutException {
        var done = Promise.<T>promise();
        context.runOnContext(ignored -> work.get().onComplete(done));
        return done.future().await(30, TimeUnit.SECONDS);
    }

    /** Completes when the delivery has its source. */
    private Future<Void> started(DirectDelivery delivery) {
        var ready = Promise.<Void>promise();
        delivery.onCapacity(ready::tryComplete);
        return delivery.start(UUID.randomUUID(), bus).compose(ignored -> ready.future());
    }

    /** Notes the thread on which the connection is leased, and that on which its last reply is read. */
    private static Future<SmtpReply> send(DirectDelivery delivery, String domain, List<Thread> threads) {
        return delivery.lease(request(domain)).compose(leased -> {
            threads.add(Thread.currentThread());
            return leased.send(envelope(domain), MESSAGE, notingIn(threads), Optional::empty)
                    .eventually(leased::release);
        });
    }

    private static SmtpProgress notingIn(List<Thread> threads) {
        return new SmtpProgress() {
            @Override
            public void reached(SmtpStage stage) {}

            @Override
            public void accepted(SmtpReply reply) {
                threads.add(Thread.currentThread());
            }
        };
    }

    private static DeliveryRequest request(String domain) {
        return request(domain, 0);
    }

    private static DeliveryRequest request(String domain, int lane) {
        return new DeliveryRequest(
                UUID.randomUUID(),
                domain,
                lane,
                "sender.test",
                "TRANSACTIONAL",
                false,
                Optional.empty(),
                Duration.ZERO,
                false);
    }

    private static Envelope envelope(String domain) {
        return new Envelope(new EmailAddress("a@sender.test"), new EmailAddress("b@" + domain));
    }

    private DirectDelivery delivery() {
        return delivery(ShapingRules.standard(), Duration.ofSeconds(30));
    }

    private DirectDelivery delivery(ShapingRules rules, Duration lease) {
        var settings = new DirectSettings(
                DirectSettings.Mode.DIRECT,
                host.port(),
                AllowedAddresses.of(List.of("127.0.0.0/8")),
                List.of(EgressSource.of("127.0.0.1 mail.sender.test")),
                List.of(),
                10,
                rules,
                lease);
        return new DirectDelivery(
                vertx,
                db.database(),
                settings,
                settings.sources(),
                new MxResolver(dns, settings.allowed(), new Random(), System::nanoTime),
                new TrafficShaper(settings.rules(), ignored -> false, new Random()),
                TlsPolicyResolver.OPPORTUNISTIC,
                TlsSessionRecorder.NONE,
                Duration.ofSeconds(10));
    }
}
