package io.godwit.domains;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.db.TestDatabase;
import io.godwit.kit.GodwitJar;
import io.godwit.kit.JarServer;
import io.godwit.kit.net.DnsStub;
import io.godwit.kit.nodes.NodeSettings;
import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node that dies while it checks domains. */
final class DomainKillIT {

    private static final int DOMAINS = 60;

    /** So many domains a node checks at once. */
    private static final int LOOPS = 12;

    private static final Duration LEASE = Duration.ofSeconds(4);

    /** When a node looks again, and what a busy machine takes. */
    private static final Duration LATE = Duration.ofSeconds(30);

    private static final Duration TIMEOUT = Duration.ofSeconds(40);

    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase db = TestDatabase.fresh(vertx);
    private final SmtpSink sink = SmtpSink.start(vertx);
    private DnsStub silent;
    private DnsStub slow;
    private JarServer dying;
    private JarServer other;

    @BeforeEach
    void start() throws Exception {
        silent = DnsStub.start();
        slow = DnsStub.start().slow(150);
        hosts().forEach(silent::silent);
        dying = node(silent);
    }

    @AfterEach
    void stop() {
        dying.close();
        if (other != null) {
            other.close();
        }
        silent.close();
        slow.close();
        sink.close();
        db.close();
        vertx.close().await();
    }

    private JarServer node(DnsStub dns) {
        return JarServer.start(NodeSettings.all(
                NodeSettings.on(db.url(), sink),
                Map.of(
                        "GODWIT_DNS_SERVERS",
                        dns.address(),
                        "GODWIT_DOMAINS_INTERVAL",
                        "1h",
                        "GODWIT_DOMAINS_LEASE",
                        LEASE.toSeconds() + "s",
                        "JAVA_TOOL_OPTIONS",
                        GodwitJar.shortLived())));
    }

    @Test
    void whatADeadNodeWasCheckingIsAnothersWithinALease() {
        db.query("""
                INSERT INTO domains (project_id, id, domain, selector, private_key, public_key)
                SELECT ?::uuid, gen_random_uuid(), 'd' || n || '.example.org', 'key', '\\x00', '\\x00' FROM generate_series(1, ?) n
                """, dying.demo().getString("projectId"), DOMAINS);
        await().atMost(TIMEOUT)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> asked(silent).size() >= 3);
        other = node(slow);

        dying.kill9();
        var killed = db.value("SELECT now()");
        var begun = asked(silent).stream().distinct().toList();
        var held = begun.stream().filter(unchecked()::contains).toList();
        var early = asked(slow);

        await().atMost(TIMEOUT).until(() -> unchecked().isEmpty());
        assertThat(held).isNotEmpty().doesNotContainAnyElementsOf(early);
        assertThat(asked(slow)).doesNotHaveDuplicates().containsAll(held).hasSize(DOMAINS - begun.size() + held.size());
        // A claim and a result raise the fence; those that the dead node held were claimed twice.
        assertThat(hosts("fence = 3")).containsAll(held).hasSizeLessThanOrEqualTo(LOOPS);
        assertThat(hosts("fence > 3")).isEmpty();
        assertThat(db.count(
                        "SELECT count(*) FROM domains WHERE fence = 3 AND checked_at > ?::timestamptz + make_interval(secs => ?)",
                        killed,
                        LEASE.plus(LATE).toSeconds()))
                .isZero();
        assertThat(db.count("SELECT count(*) FROM domain_check_slots WHERE held_until > now()"))
                .isZero();
    }

    private Set<String> unchecked() {
        return hosts("checked_at IS NULL");
    }

    /** The first look-ups for the domains of which that is true. */
    private Set<String> hosts(String condition) {
        return db.query("SELECT domain FROM domains WHERE NOT trusted AND " + condition).stream()
                .map(row -> "TXT key._domainkey." + row.get("domain"))
                .collect(Collectors.toSet());
    }

    private static List<String> hosts() {
        return IntStream.rangeClosed(1, DOMAINS)
                .mapToObj(number -> "key._domainkey.d" + number + ".example.org")
                .toList();
    }

    /** For which domains' proofs. */
    private static List<String> asked(DnsStub dns) {
        return dns.queries().stream()
                .filter(query -> query.startsWith("TXT key."))
                .toList();
    }
}
