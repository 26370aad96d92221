package io.godwit.inbound.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.db.TestDatabase;
import io.godwit.kit.lifecycle.CloseFields;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.Test;

/** Tests the gauges of how many reports wait, and for how long. */
@CloseFields
class InboundMetricsTest {

    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase db = TestDatabase.fresh(vertx);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final InboundMetrics metrics = new InboundMetrics(meters);

    @Test
    void whatIsDueIsCountedAndTheOldestTellsItsAge() {
        report("NEW", "now() - interval '90 s'");
        report("NEW", "now()");
        report("WAITING", "now() - interval '10 s'");
        report("WAITING", "now() + interval '1 h'");
        report("DONE", "NULL");

        measure();

        assertThat(gauge("godwit.inbound.queue")).isEqualTo(3);
        assertThat(gauge("godwit.inbound.waiting")).isEqualTo(1);
        assertThat(gauge("godwit.inbound.queue.age")).isBetween(90.0, 120.0);
    }

    @Test
    void whatIsToBeLookedAtLaterHasNoAge() {
        report("WAITING", "now() + interval '1 h'");

        measure();

        assertThat(gauge("godwit.inbound.queue")).isZero();
        assertThat(gauge("godwit.inbound.queue.age")).isZero();
    }

    private void measure() {
        metrics.queue(new ReportStore().depth(db.database().workers()).await());
    }

    private double gauge(String name) {
        return meters.get(name).gauge().value();
    }

    private void report(String state, String due) {
        db.query("""
                INSERT INTO inbound_reports (id, provider, event_id, kind, raw, bytes, state, due_at)
                VALUES (uuid_v7(), 'sns', gen_random_uuid()::text, 'x', '', 0, ?, %s)
                """.formatted(due), state);
    }
}
