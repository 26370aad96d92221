package io.godwit.domains;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.bus.Bus;
import io.godwit.core.Ids;
import io.godwit.core.Vault;
import io.godwit.db.TestDatabase;
import io.godwit.dns.Dns;
import io.godwit.dns.DnsSettings;
import io.godwit.kit.DnsStub;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The sweep over all domains, by two nodes on one database (DV-3, DV-4, DV-5). */
class SweepTest {

    private static final int QUESTIONS = 20;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase db = TestDatabase.fresh(vertx);
    private final Bus bus = Bus.on(vertx);
    private final List<Dns> resolvers = new ArrayList<>();
    private final UUID project = Ids.next();
    private DnsStub one;
    private DnsStub other;

    @BeforeEach
    void start() throws Exception {
        one = DnsStub.start();
        other = DnsStub.start();
        db.query("INSERT INTO projects (id, name) VALUES (?, 'A shop')", project);
    }

    @AfterEach
    void stop() {
        resolvers.forEach(dns -> dns.close().await());
        db.close();
        vertx.close().await();
        one.close();
        other.close();
    }

    /** DV-3. */
    @Test
    void twoNodesCheckEachDomainOnceAndNeitherFloodsItsResolver() {
        add(1_500);
        one.slow(3);
        other.slow(3);

        vertx.deployVerticle(new DomainVerticle(checks(one, settings(Duration.ofHours(1), Duration.ofMinutes(1)))))
                .await();
        vertx.deployVerticle(new DomainVerticle(checks(other, settings(Duration.ofHours(1), Duration.ofMinutes(1)))))
                .await();
        await().atMost(PATIENCE).until(() -> db.count("SELECT count(*) FROM domains WHERE checked_at IS NULL") == 0);

        var proofs = Stream.of(one, other)
                .flatMap(stub -> stub.queries().stream())
                .filter(query -> query.contains("_domainkey"))
                .toList();
        assertThat(proofs).hasSize(1_500).doesNotHaveDuplicates();
        assertThat(one.mostAtOnce()).isBetween(2, QUESTIONS);
        assertThat(other.mostAtOnce()).isBetween(2, QUESTIONS);
        assertThat(Stream.of(one, other)).allMatch(stub -> stub.queries().size() > 100);
        assertThat(db.count("SELECT count(*) FROM domains WHERE check_at < now() + INTERVAL '53 minutes'"
                        + " OR check_at > now() + INTERVAL '67 minutes'"))
                .isZero();
        assertThat(db.count("SELECT count(DISTINCT date_trunc('minute', check_at)) FROM domains"))
                .isGreaterThan(5);
    }

    /** DV-4: what a dead node had claimed is another's when the lease is over, and its late word is not heard. */
    @Test
    void aCheckWhoseNodeDiedIsTakenOver() {
        add(1);
        one.silent("key._domainkey.d1.example.org");
        var dying = checks(one, settings(Duration.ofHours(1), Duration.ofSeconds(1)))
                .next();
        await().atMost(PATIENCE).until(() -> !one.queries().isEmpty());

        vertx.deployVerticle(new DomainVerticle(checks(other, settings(Duration.ofHours(1), Duration.ofSeconds(1)))))
                .await();
        await().atMost(PATIENCE)
                .until(() -> db.count("SELECT count(*) FROM domains WHERE checked_at IS NOT NULL") == 1);
        dying.await();

        assertThat(other.queries()).contains("TXT key._domainkey.d1.example.org");
        assertThat(db.value("SELECT findings ->> 0 FROM domains").toString()).contains("MISSING");
        assertThat(db.count("SELECT fence FROM domains")).isEqualTo(2);
    }

    /** DV-5: no clock of a node is looked at. */
    @Test
    void theNextCheckIsSetByTheDatabasesClock() {
        add(1);
        checks(one, settings(Duration.ofMinutes(5), Duration.ofMinutes(1)))
                .next()
                .await();

        assertThat(db.count("SELECT count(*) FROM domains WHERE check_at BETWEEN now() + INTERVAL '4 minutes'"
                        + " AND now() + INTERVAL '6 minutes'"))
                .isEqualTo(1);
    }

    @Test
    void vouchedDomainsAreLeftAlone() {
        add(1);
        db.query("UPDATE domains SET vouched = true, verified = true");

        checks(one, settings(Duration.ofMinutes(5), Duration.ofMinutes(1)))
                .next()
                .await();

        assertThat(one.queries()).isEmpty();
    }

    private static Vault vault() {
        var encryption = new byte[Vault.KEY_BYTES];
        Arrays.fill(encryption, (byte) 1);
        return Vault.of(new byte[Vault.KEY_BYTES], encryption);
    }

    private void add(int count) {
        db.query("""
                INSERT INTO domains (project_id, id, domain, selector, private_key, public_key)
                SELECT ?, gen_random_uuid(), 'd' || n || '.example.org', 'key', '\\x00', '\\x00' FROM generate_series(1, ?) n
                """, project, count);
    }

    private static DomainSettings settings(Duration every, Duration lease) {
        return new DomainSettings(
                every, lease, 0, false, DomainSettings.of("mail.example.net").wanted());
    }

    private Checks checks(DnsStub stub, DomainSettings settings) {
        var dns = new Dns(
                vertx,
                new DnsSettings(
                        List.of(DnsSettings.server(stub.address())),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(3),
                        QUESTIONS));
        resolvers.add(dns);
        var domains = new Domains(vertx, db.database(), bus, vault(), settings);
        return new Checks(vertx, db.database(), domains, dns, settings, id -> true);
    }
}
