package io.godwit.reputation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.core.Tenant;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.db.TestDatabase;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.reports.RollupWorker;
import io.vertx.core.Vertx;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests the figures a project is judged by, counted before and after reports have counted it, against a list of our own. */
@CloseFields
class SendingStatsTest {

    private static final Vertx VERTX = Vertx.vertx();
    private static final TestDatabase DB = TestDatabase.fresh(VERTX);

    private final Tenant tenant = Tenant.system(new ProjectId(Ids.next()));
    private final ReputationStore store = new ReputationStore();
    private final List<Fact> facts = new ArrayList<>();

    /** One event, so many hours ago, as its JSON tells it. */
    private record Fact(String name, String data, int hours) {}

    private static final List<Fact> KINDS = List.of(
            new Fact("email.sent", "{}", 0),
            new Fact("email.sent", "{}", 0),
            new Fact("email.bounce", "{\"bounceType\": \"Permanent\"}", 0),
            new Fact("email.bounce", "{\"bounceType\": \"Permanent\", \"bounceClass\": \"hard\"}", 0),
            new Fact("email.bounce", "{\"bounceType\": \"Transient\", \"bounceClass\": \"soft\"}", 0),
            new Fact("email.complaint", "{}", 0),
            new Fact("email.open", "{\"isFirstOpen\": true}", 0),
            new Fact("email.received", "{\"sourceType\": \"INBOUND\"}", 0));

    @Test
    void anEmailRefusedByTheServerCountsAsSent() {
        DB.query(
                "INSERT INTO projects (id, name) VALUES (?, 'A shop')",
                tenant.project().value());
        DB.query("UPDATE email_count_progress SET counted_until = date_trunc('hour', now() - INTERVAL '11 days')");
        var random = new Random(3);
        for (int each = 0; each < 400; each++) {
            var kind = KINDS.get(random.nextInt(KINDS.size()));
            // An hour away from the ends of the day and the week.
            add(new Fact(
                    kind.name(),
                    kind.data(),
                    List.of(0, 3, 22, 26, 90, 166, 170, 250).get(random.nextInt(8))));
        }

        var before = stats();
        var counting = new RollupWorker(DB.database()).start(VERTX);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> DB.count(
                                "SELECT count(*) FROM email_count_progress WHERE counted_until > now() - INTERVAL '11 minutes'")
                        == 1);
        counting.stop().await();

        assertThat(DB.count("SELECT sum(refused) FROM email_counts")).isPositive();
        for (var stats : List.of(before, stats())) {
            assertThat(stats.day()).isEqualTo(rates(24));
            assertThat(stats.week()).isEqualTo(rates(168));
            assertThat(stats.allTime()).isEqualTo(rates(1_000));
            assertThat(stats.since()).isEqualTo(rates(1_000));
        }
    }

    /** Ten years of a project that is mailed every quarter of an hour are 350,000 rows, which each evaluation would read. */
    @Test
    void theRatesOfAllTimesDoNotNeedTheQuartersOfAnHourOfTheWholeHistory() throws SQLException {
        DB.query(
                "INSERT INTO projects (id, name) VALUES (?, 'An old shop')",
                tenant.project().value());
        DB.query("""
                INSERT INTO email_counts (project_id, at, source, sent, delivered, opened, clicked, bounced, complained)
                SELECT ?, date_bin('15 minutes', now() - interval '60 days', 'epoch') - number * interval '15 minutes',
                       'TRANSACTIONAL', 10, 0, 0, 0, 2, 1
                  FROM generate_series(1, 100) AS number
                """, tenant.project().value());
        update("SET bounced = 1");
        assertThat(stats().allTime()).isEqualTo(new Rates(1_000, 100, 100));

        withoutTriggers("DELETE FROM email_counts WHERE project_id = '" + tenant.project() + "'");

        assertThat(stats().allTime()).isEqualTo(new Rates(1_000, 100, 100));
        assertThat(stats().since()).isEqualTo(stats().allTime());
    }

    @Test
    void countsThatAreDeletedAreInNoRate() {
        DB.query(
                "INSERT INTO projects (id, name) VALUES (?, 'Emptied')",
                tenant.project().value());
        DB.query("""
                INSERT INTO email_counts (project_id, at, source, sent, delivered, opened, clicked, bounced, complained)
                VALUES (?, date_bin('15 minutes', now(), 'epoch'), 'TRANSACTIONAL', 10, 0, 0, 0, 2, 1)
                """, tenant.project().value());

        DB.query(
                "DELETE FROM email_counts WHERE project_id = ?",
                tenant.project().value());

        assertThat(stats().allTime()).isEqualTo(new Rates(0, 0, 0));
    }

    private void update(String change) {
        DB.query(
                "UPDATE email_counts " + change + " WHERE project_id = ?",
                tenant.project().value());
    }

    private static void withoutTriggers(String sql) throws SQLException {
        try (var session = DB.connect();
                var statement = session.createStatement()) {
            statement.execute("ALTER TABLE email_counts DISABLE TRIGGER USER");
            statement.execute(sql);
            statement.execute("ALTER TABLE email_counts ENABLE TRIGGER USER");
        }
    }

    private void add(Fact fact) {
        DB.query("""
                INSERT INTO events (project_id, id, contact_id, name, data, email_id, created_at)
                SELECT ?, overlay(gen_random_uuid()::text PLACING left(uuid_v7_floor(now() - make_interval(hours => ?))::text, 13) FROM 1)::uuid,
                       gen_random_uuid(), ?, ?::jsonb, gen_random_uuid(), now()
                """, tenant.project().value(), fact.hours(), fact.name(), fact.data());
        facts.add(fact);
    }

    private SendingStats stats() {
        return store.stats(DB.database().requests(), tenant).await();
    }

    private Rates rates(int hours) {
        var recent = facts.stream().filter(fact -> fact.hours() < hours).toList();
        var forGood = recent.stream()
                .filter(fact ->
                        fact.name().equals("email.bounce") && fact.data().contains("Permanent"))
                .toList();
        var refused =
                forGood.stream().filter(fact -> !fact.data().contains("Class")).count();
        return new Rates(count(recent, "email.sent") + refused, forGood.size(), count(recent, "email.complaint"));
    }

    private static long count(List<Fact> facts, String name) {
        return facts.stream().filter(fact -> fact.name().equals(name)).count();
    }
}
