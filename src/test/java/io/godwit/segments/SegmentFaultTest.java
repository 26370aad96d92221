package io.godwit.segments;

import static io.godwit.kit.api.SegmentApi.address;
import static io.godwit.kit.api.SegmentApi.group;
import static io.godwit.kit.api.SegmentApi.segment;
import static java.util.concurrent.CompletableFuture.supplyAsync;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.SegmentApi;
import io.godwit.kit.load.PacedCallers;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Computations that are slow, cut off by their time limit, or looked at meanwhile. */
@GodwitServer("GODWIT_ROLES=http,job,send")
class SegmentFaultTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static TestServer server;
    private static SegmentApi calls;

    @BeforeAll
    static void start() {
        calls = new SegmentApi(server, 0);
    }

    /** Sets what every look for changes does from now on, before it answers. */
    private static void everyLook(String statement) {
        server.database().query("""
                CREATE OR REPLACE FUNCTION look() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN %s; RETURN NULL; END $$
                """.formatted(statement));
        server.database().query("""
                CREATE OR REPLACE TRIGGER look AFTER INSERT ON segment_changes FOR EACH STATEMENT EXECUTE FUNCTION look()
                """);
    }

    @AfterEach
    void looksAreAsQuickAsEver() {
        server.database().query("DROP FUNCTION IF EXISTS look() CASCADE");
    }

    private static String tracked(String group) {
        var id = calls.made(segment(group, group(group)).put("trackMembership", true));
        calls.computed(id);
        return id;
    }

    @Test
    void ingestionAndMailPassByComputationsThatTakeLong() {
        var segments = IntStream.range(0, 6)
                .mapToObj(number -> tracked("Slow " + number))
                .toList();
        everyLook("PERFORM pg_sleep(2)");
        var slowest = new ConcurrentLinkedQueue<Long>();
        var statuses = new ConcurrentLinkedQueue<Integer>();

        var started = System.nanoTime();
        var computations = segments.stream()
                .map(id -> supplyAsync(() -> calls.computed(id)))
                .toArray(CompletableFuture[]::new);
        var load = PacedCallers.start(4, 100, number -> {
            var began = System.nanoTime();
            statuses.add(number % 5 == 0 ? send(number) : track(number));
            slowest.add(System.nanoTime() - began);
        });
        CompletableFuture.allOf(computations).join();
        var took = Duration.ofNanos(System.nanoTime() - started);
        load.finish();

        assertThat(took).isGreaterThan(Duration.ofSeconds(5));
        assertThat(statuses).hasSizeGreaterThan(200).containsOnly(200);
        // A pause of the machine delays a few; what waits for computations would be most of them.
        assertThat(slowest.stream().filter(nanos -> nanos > 1_500_000_000L).count())
                .isLessThan(slowest.size() / 10);
        var mails = statuses.size() / 5;
        await().atMost(TIMEOUT)
                .until(() -> server.database().count("SELECT count(*) FROM emails WHERE status = 'SENT'") >= mails);
        assertThat(server.database().count("""
                        SELECT count(*) FROM emails WHERE status = 'SENT' AND sent_at - created_at > interval '1500 milliseconds'
                        """)).isLessThan(mails / 10);
    }

    private static int track(int number) {
        var body = new JsonObject().put("event", "seen").put("email", "tracked" + number + "@example.com");
        return server.post("/v1/track", server.secretKey(0), body).statusCode();
    }

    private static int send(int number) {
        var body = new JsonObject()
                .put("to", "sent" + number + "@example.com")
                .put("from", "shop@" + server.domain(0))
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>");
        return server.post("/v1/send", server.secretKey(0), body).statusCode();
    }

    /** 57014 is what PostgreSQL ends a statement with that takes longer than it may. */
    @Test
    void aComputationThatTakesTooLongChangesNothingAndIsTriedAgain() {
        var id = tracked("Late");
        var emails = List.of(address(), address());
        emails.forEach(email -> calls.contact(email, new JsonObject().put("group", "Late")));
        everyLook("RAISE 'canceling statement due to statement timeout' USING ERRCODE = '57014'");

        var refused = calls.post("/segments/" + id + "/compute", new JsonObject());
        var untold = calls.events(id);
        var due = server.database()
                .count(
                        "SELECT count(*) FROM segments WHERE id = ?::uuid AND lease_until IS NULL AND due_at < now() + interval '61 seconds'",
                        id);
        looksAreAsQuickAsEver();
        var later = calls.computed(id);

        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(untold).isEmpty();
        assertThat(due).isOne();
        assertThat(later.getInteger("added")).isEqualTo(2);
        assertThat(calls.events(id)).hasSize(2);
    }

    @Test
    void theMembersBeforeTheFirstComputationDoNotEnterThoughItFailsAtFirst() {
        calls.contact(address(), new JsonObject().put("group", "First"));
        calls.contact(address(), new JsonObject().put("group", "First"));
        everyLook("RAISE 'canceling statement due to statement timeout' USING ERRCODE = '57014'");
        var id = calls.made(segment("First", group("First")).put("trackMembership", true));
        var refused = calls.post("/segments/" + id + "/compute", new JsonObject());
        looksAreAsQuickAsEver();

        var computed = calls.computed(id);
        calls.contact(address(), new JsonObject().put("group", "First"));
        var next = calls.computed(id);

        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(computed.getInteger("added")).isEqualTo(2);
        assertThat(next.getInteger("added")).isOne();
        assertThat(calls.events(id)).hasSize(1);
    }

    /** A request adds a member when the others have been counted and their number has not been written. */
    @ParameterizedTest
    @ValueSource(strings = {"compute", "refresh"})
    void aMemberAddedWhileAStaticSegmentIsCountedIsCounted(String way) {
        var id = calls.made(new JsonObject().put("name", "Listed " + way).put("type", "STATIC"));
        add(id);
        holdNumbersOfMembers();
        try {
            var counted = supplyAsync(() -> calls.post("/segments/" + id + "/" + way, new JsonObject()));
            await().atMost(TIMEOUT).until(SegmentFaultTest::somebodyLooks);
            var added = supplyAsync(() -> add(id));
            await().atMost(TIMEOUT).until(() -> added.isDone() || isLocked());
            server.database().query("DELETE FROM holding");

            assertThat(counted.join().statusCode()).isEqualTo(200);
            assertThat(added.join()).isEqualTo(200);
        } finally {
            server.database().query("DELETE FROM holding");
            server.database().query("DROP FUNCTION hold() CASCADE");
            server.database().query("DROP TABLE holding");
        }

        assertThat(calls.got("/segments/" + id).getInteger("memberCount")).isEqualTo(2);
    }

    /** Holds statements that write a number that was counted, before they lock the row they write it to. */
    private static void holdNumbersOfMembers() {
        server.database().query("CREATE TABLE holding ()");
        server.database().query("INSERT INTO holding DEFAULT VALUES");
        server.database().query("""
                CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    IF current_query() LIKE '%baseline_recorded = track%' OR current_query() LIKE '%SET member_count = $3%' THEN
                        WHILE EXISTS (SELECT FROM holding) LOOP PERFORM pg_sleep(0.05); END LOOP;
                    END IF;
                    RETURN NULL;
                END $$
                """);
        server.database()
                .query("CREATE TRIGGER hold BEFORE UPDATE ON segments FOR EACH STATEMENT EXECUTE FUNCTION hold()");
    }

    private static boolean isLocked() {
        return server.database()
                        .count("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                                + " AND wait_event_type = 'Lock'")
                > 0;
    }

    private static int add(String segment) {
        var email = address();
        calls.contact(email, new JsonObject());
        var body = new JsonObject().put("emails", new JsonArray().add(email));
        return calls.post("/segments/" + segment + "/members", body).statusCode();
    }

    @Test
    void aRefreshInTheMiddleOfAComputationCountsAndTellsNobody() {
        var leaving = address();
        calls.contact(leaving, new JsonObject().put("group", "Looked at"));
        calls.contact(address(), new JsonObject().put("group", "Looked at"));
        var id = tracked("Looked at");
        server.database().query("DELETE FROM events");
        calls.contact(leaving, new JsonObject().put("group", "Elsewhere"));
        server.database().query("CREATE TABLE holding ()");
        server.database().query("INSERT INTO holding DEFAULT VALUES");
        everyLook("WHILE EXISTS (SELECT FROM holding) LOOP PERFORM pg_sleep(0.05); END LOOP");
        var computation = supplyAsync(() -> calls.computed(id));
        await().atMost(TIMEOUT).until(SegmentFaultTest::somebodyLooks);

        var refreshed = calls.posted("/segments/" + id + "/refresh", new JsonObject());
        var kept = calls.got("/segments/" + id).getInteger("memberCount");
        var told = calls.events(id);
        var members = server.database().count("SELECT count(*) FROM segment_members WHERE segment_id = ?::uuid", id);
        var under = !computation.isDone();
        server.database().query("DELETE FROM holding");
        var result = computation.join();
        server.database().query("DROP TABLE holding");

        assertThat(under).isTrue();
        assertThat(refreshed.getInteger("memberCount")).isOne();
        assertThat(kept).isOne();
        assertThat(told).isEmpty();
        assertThat(members).isEqualTo(2);
        assertThat(result.getMap())
                .containsEntry("added", 0)
                .containsEntry("removed", 1)
                .containsEntry("total", 1);
        assertThat(calls.events(id)).containsExactly("segment.looked-at.exit " + leaving);
        assertThat(calls.got("/segments/" + id).getInteger("memberCount")).isOne();
    }

    private static boolean somebodyLooks() {
        return server.database().count("""
                SELECT count(*) FROM pg_stat_activity
                 WHERE datname = current_database() AND state = 'active' AND wait_event = 'PgSleep'
                """) > 0;
    }
}
