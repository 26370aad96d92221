package io.godwit.delivery.egress;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.db.TestDatabase;
import io.godwit.delivery.routing.MailRoute;
import io.godwit.delivery.shaping.ShapingKey;
import io.godwit.dns.Mx;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("server")
class ConnectionHoldWriterTest {

    private static final ShapingKey SITE = new ShapingKey("192.0.2.1", "large");

    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase db = TestDatabase.fresh(vertx);
    private final RouteMemory memory = new RouteMemory(Clock.systemUTC());
    private final ConnectionHoldWriter writer = writer(memory, 2);

    @AfterEach
    void close() throws Exception {
        db.close();
        vertx.close().await(60, TimeUnit.SECONDS);
    }

    private ConnectionHoldWriter writer(RouteMemory of, long fence) {
        return new ConnectionHoldWriter(of, db.database().workers(), source -> fence);
    }

    private static void write(ConnectionHoldWriter by) throws Exception {
        by.write().await(60, TimeUnit.SECONDS);
    }

    private RouteMemory restored(String... sources) throws Exception {
        var next = new RouteMemory(Clock.systemUTC());
        writer(next, 3).restore(List.of(sources)).await(60, TimeUnit.SECONDS);
        return next;
    }

    private static MailRoute route(String domain) {
        return new MailRoute(domain, List.of(new Mx(10, "mx.large.test")));
    }

    private static List<InetAddress> addresses(int last) throws Exception {
        return List.of(InetAddress.getByName("198.51.100." + last));
    }

    private long rows() {
        return db.count("SELECT count(*) FROM connection_holds");
    }

    @Test
    void theNextProcessContinuesWithTheHoldsOfDomainsAndAddresses() throws Exception {
        memory.policyFailed(SITE, route("strict.test"), "No certificate", Instant.now());
        memory.addressesFailed(SITE, addresses(7), "It does not answer", Instant.now());

        write(writer);

        var next = restored(SITE.source());
        assertThat(next.findHold(SITE, route("strict.test")).orElseThrow().pause())
                .isBetween(Duration.ofSeconds(30), Duration.ofMinutes(1));
        assertThat(next.findHold(SITE, addresses(7)).orElseThrow()).hasMessage("It does not answer");
        assertThat(next.findHold(SITE, route("other.test"))).isEmpty();
        assertThat(restored("192.0.2.2").findHold(SITE, route("strict.test"))).isEmpty();
        assertThat(next.policyFailed(SITE, route("strict.test"), "Still none", Instant.now())
                        .pause())
                .isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void aHoldThatHasEndedIsDeletedAndAnOldOneIsForgotten() throws Exception {
        memory.policyFailed(SITE, route("passed.test"), "No certificate", Instant.now());
        memory.policyFailed(SITE, route("old.test"), "No certificate", Instant.now());
        write(writer);
        db.query("UPDATE connection_holds SET failed_at = now() - interval '7 hours' WHERE subject = 'old.test'");

        memory.opened(SITE, route("passed.test"), addresses(7).get(0));
        write(writer);

        assertThat(rows()).isZero();
    }

    @Test
    void aNodeThatLostTheSourceChangesNothing() throws Exception {
        memory.policyFailed(SITE, route("strict.test"), "No certificate", Instant.now());
        write(writer);
        var former = restored(SITE.source());
        former.opened(SITE, route("strict.test"), addresses(7).get(0));

        write(writer(former, 1));

        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void manyChangesAreWrittenInBoundedStatements() throws Exception {
        for (var domain = 0; domain < 2_500; domain++) {
            memory.policyFailed(SITE, route("d" + domain + ".test"), "No certificate", Instant.now());
        }

        write(writer);
        assertThat(rows()).isEqualTo(2_000);
        write(writer);
        assertThat(rows()).isEqualTo(2_500);
    }
}
