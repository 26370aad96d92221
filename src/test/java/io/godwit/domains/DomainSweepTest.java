package io.godwit.domains;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.bus.Bus;
import io.godwit.core.Crypto;
import io.godwit.core.id.Ids;
import io.godwit.db.TestDatabase;
import io.godwit.dns.DnsResolver;
import io.godwit.dns.DnsSettings;
import io.godwit.kit.net.DnsStub;
import io.godwit.projects.ProjectMailer;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The sweep over all domains, by nodes on one database. */
class DomainSweepTest {

    private static final int QUESTIONS = 20;

    /** A node's loops, each with one question. */
    private static final int MAX_OF_A_NODE = 12;

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase db = TestDatabase.fresh(vertx);
    private final Bus bus = Bus.on(vertx);
    private final List<DnsResolver> resolvers = new ArrayList<>();
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

    @Test
    void severalNodesCheckEachDomainOnceAndFloodNobody() {
        sweep(500, 3, 20);

        assertEachWasAskedForOnce(500);
        assertThat(one.mostAtOnce()).isBetween(MAX_OF_A_NODE + 1, QUESTIONS);
    }

    @Test
    @Tag("soak")
    void severalNodesCheckThousandsOfDomainsOnceAndFloodNobody() {
        sweep(5_000, 4, 5);

        assertEachWasAskedForOnce(5_000);
        assertThat(one.mostAtOnce()).isBetween(MAX_OF_A_NODE + 1, QUESTIONS);
    }

    /** The slots hold the nodes back together, and the name server counts right. */
    @Test
    void withMorePlacesNodesAskMoreAtOnce() {
        db.query("INSERT INTO domain_check_slots (number) SELECT generate_series(21, 60)");

        sweep(300, 3, 300);

        assertEachWasAskedForOnce(300);
        assertThat(one.mostAtOnce()).isGreaterThan(QUESTIONS);
    }

    /**
     * By nodes that have no other thing in common than the database.
     *
     * @param delay of the name server in milliseconds, long beside the work of a node between two questions
     */
    private void sweep(int count, int nodes, int delay) {
        add(count);
        one.slow(delay);
        for (var node = 0; node < nodes; node++) {
            vertx.deployVerticle(new DomainVerticle(checks(one, settings(Duration.ofHours(1), Duration.ofMinutes(1)))))
                    .await();
        }
        await().atMost(TIMEOUT).until(() -> db.count("SELECT count(*) FROM domains WHERE checked_at IS NULL") == 0);
    }

    private void assertEachWasAskedForOnce(int count) {
        var proofs = one.queries().stream()
                .filter(query -> query.contains("_domainkey"))
                .toList();
        assertThat(proofs).hasSize(count).doesNotHaveDuplicates();
        assertThat(db.count("SELECT count(*) FROM domains WHERE fence <> 2"))
                .as("claimed and written more than once")
                .isZero();
        assertThat(db.count("SELECT count(*) FROM domains WHERE check_at < now() + INTERVAL '53 minutes'"
                        + " OR check_at > now() + INTERVAL '67 minutes'"))
                .isZero();
        assertThat(db.count("SELECT count(DISTINCT date_trunc('minute', check_at)) FROM domains"))
                .isGreaterThan(5);
        await().atMost(TIMEOUT)
                .until(() -> db.count("SELECT count(*) FROM domain_check_slots WHERE holder IS NOT NULL") == 0);
    }

    /** A zone that is delegated to servers that are gone costs neither the proof nor what others answer. */
    @Test
    void whatOneServerKeepsToItselfTakesNothingFromTheRest() {
        add(1);
        one.silent("bounce.d1.example.org").cname("links.d1.example.org", "mail.example.net");

        checks(one, settings(Duration.ofHours(1), Duration.ofMinutes(1)), Duration.ofMillis(300))
                .next()
                .await();

        assertThat(db.query("SELECT f ->> 'host' AS host, f ->> 'status' AS status"
                        + " FROM domains, jsonb_array_elements(findings) f"))
                .extracting(row -> row.get("host") + " " + row.get("status"))
                .containsExactly(
                        "key._domainkey.d1.example.org MISSING",
                        "bounce.d1.example.org UNKNOWN",
                        "bounce.d1.example.org UNKNOWN",
                        "_dmarc.d1.example.org MISSING",
                        "links.d1.example.org VALID");
    }

    /** More of them than there are slots, which a check that fails holds until its lease ends. */
    @Test
    void keysThatCannotBeReadHoldNoDomainUp() {
        add(30);
        db.query("""
                INSERT INTO domain_ed25519_keys (project_id, domain, selector, private_key, public_key)
                SELECT project_id, domain, 'second', '\\x00', '\\x00' FROM domains LIMIT 25
                """);

        vertx.deployVerticle(new DomainVerticle(checks(one, settings(Duration.ofHours(1), Duration.ofMinutes(10)))))
                .await();

        await().atMost(TIMEOUT).until(() -> db.count("SELECT count(*) FROM domains WHERE checked_at IS NULL") == 0);
    }

    /** A domain a dead node had claimed is another's when the lease is over, and its late word is not heard. */
    @Test
    void aCheckWhoseNodeDiedIsTakenOver() {
        add(1);
        one.silent("key._domainkey.d1.example.org");
        var dying = checks(one, settings(Duration.ofHours(1), Duration.ofSeconds(1)))
                .next();
        await().atMost(TIMEOUT).until(() -> !one.queries().isEmpty());

        vertx.deployVerticle(new DomainVerticle(checks(other, settings(Duration.ofHours(1), Duration.ofMinutes(1)))))
                .await();
        await().atMost(TIMEOUT).until(() -> db.count("SELECT count(*) FROM domains WHERE checked_at IS NOT NULL") == 1);
        dying.await();

        assertThat(other.queries()).contains("TXT key._domainkey.d1.example.org");
        assertThat(db.value("SELECT findings ->> 0 FROM domains").toString()).contains("MISSING");
        assertThat(db.count("SELECT fence FROM domains"))
                .as("two claims and one result")
                .isEqualTo(3);
    }

    /** No clock of a node is looked at. */
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
        db.query("UPDATE domains SET trusted = true, verified = true");

        checks(one, settings(Duration.ofMinutes(5), Duration.ofMinutes(1)))
                .next()
                .await();

        assertThat(one.queries()).isEmpty();
    }

    private static Crypto crypto() {
        var encryption = new byte[Crypto.KEY_BYTES];
        Arrays.fill(encryption, (byte) 1);
        return Crypto.of(new byte[Crypto.KEY_BYTES], encryption);
    }

    private void add(int count) {
        db.query("""
                INSERT INTO domains (project_id, id, domain, selector, private_key, public_key)
                SELECT ?, gen_random_uuid(), 'd' || n || '.example.org', 'key', '\\x00', '\\x00' FROM generate_series(1, ?) n
                """, project, count);
    }

    private static DomainSettings settings(Duration every, Duration lease) {
        var usual = DomainSettings.of("mail.example.net");
        return new DomainSettings(every, lease, 0, false, false, usual.wanted(), usual.links());
    }

    private DomainChecker checks(DnsStub stub, DomainSettings settings) {
        return checks(stub, settings, Duration.ofSeconds(3));
    }

    private DomainChecker checks(DnsStub stub, DomainSettings settings, Duration timeout) {
        var dns = new DnsResolver(
                vertx,
                new DnsSettings(
                        List.of(DnsSettings.server(stub.address())), Duration.ofSeconds(2), timeout, QUESTIONS));
        resolvers.add(dns);
        var domains = new SenderDomainService(vertx, db.database(), bus, crypto(), settings);
        return new DomainChecker(
                new DomainChecker.Dependencies(
                        vertx, db.database(), domains, dns, new ProjectMailer(new NoSystemEmail())),
                settings,
                ignored -> true);
    }
}
