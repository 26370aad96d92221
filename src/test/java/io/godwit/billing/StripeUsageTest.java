package io.godwit.billing;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.db.TestDatabase;
import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The requests that tell Stripe of usage: a queue has one for all the usage of a month that comes while it waits. */
@CloseFields
class StripeUsageTest {

    private static final int ALL = 1_000;

    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase db = TestDatabase.fresh(vertx);
    private final StripeTaskStore store = new StripeTaskStore();
    private final UUID project = UUID.randomUUID();

    @BeforeEach
    void insertProject() {
        db.query("INSERT INTO projects (id, name, tracking) VALUES (?, 'Shop', 'DISABLED')", project);
    }

    private void fold(String customer, int units, String month) {
        db.query("""
                        INSERT INTO billing_deltas (project_id, month, units, metered, customer, created_at)
                        VALUES (?, ?::date, ?, ?, ?, ?::date + interval '1 day')
                        """, project, month, units, units, customer, month);
        db.database()
                .workerTransaction(tx -> store.foldDeltas(tx, project, ALL))
                .await();
    }

    private List<Object> values(String customer) {
        return db
                .query(
                        "SELECT details ->> 'value' AS value FROM stripe_tasks WHERE details ->> 'customer' = ? ORDER BY id",
                        customer)
                .stream()
                .map(row -> row.get("value"))
                .toList();
    }

    @Test
    void usageIsAddedToTheRequestThatWaits() {
        fold("cus_a", 5, "2026-07-01");
        fold("cus_a", 2, "2026-07-01");
        fold("cus_b", 1, "2026-07-01");

        assertThat(values("cus_a")).containsExactly("7");
        assertThat(values("cus_b")).containsExactly("1");
        assertThat(db.count("SELECT units FROM billing_usage")).isEqualTo(8);
    }

    @Test
    void usageOfAnotherMonthIsARequestOfItsOwn() {
        fold("cus_a", 5, "2026-07-01");
        fold("cus_a", 2, "2026-08-01");

        assertThat(values("cus_a")).containsExactly("5", "2");
    }

    /** Stripe may have been told of it already. */
    @Test
    void aRequestThatWasAttemptedStaysAsItIs() {
        fold("cus_a", 5, "2026-07-01");
        store.claim(db.database().workers(), 1, Duration.ofSeconds(60)).await();

        fold("cus_a", 2, "2026-07-01");
        fold("cus_a", 3, "2026-07-01");

        assertThat(values("cus_a")).containsExactly("5", "5");
    }
}
