package io.godwit.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.db.TestDatabase;
import io.vertx.core.Vertx;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the reader of queues after a run of faults. */
class ObservationReaderTest {

    @Test
    void rowsOfEventsHitsAndReportsThatWaitAreCounted() {
        var vertx = Vertx.vertx();
        try (var db = TestDatabase.fresh(vertx)) {
            assertThat(ObservationReader.QUEUES.values())
                    .allSatisfy(sql -> assertThat(db.count(sql)).isZero());

            db.query("INSERT INTO execution_pending_events (project_id, event_id, contact_id, name, created_at)"
                    + " VALUES (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'paid', now())");
            db.query("INSERT INTO hits (project_id, id, email_id, kind, origin)"
                    + " VALUES (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'OPEN', 'HUMAN')");
            db.query("INSERT INTO inbound_reports (id, provider, event_id, kind, raw, bytes)"
                    + " VALUES (gen_random_uuid(), 'smtp', 'e', 'report', 'x', 1)");

            db.query(
                    "INSERT INTO billing_deltas (project_id, month, units) VALUES (gen_random_uuid(), current_date, 1)");
            db.query("INSERT INTO stripe_tasks (id, kind, details) VALUES (gen_random_uuid(), 'METER', '{}')");

            assertThat(List.of("execution_pending_events", "hits", "inbound_reports", "billing_deltas", "stripe_tasks"))
                    .allSatisfy(queue -> assertThat(db.count(ObservationReader.QUEUES.get(queue)))
                            .isEqualTo(1));
        } finally {
            vertx.close().await();
        }
    }
}
