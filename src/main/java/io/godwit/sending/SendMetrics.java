package io.godwit.sending;

import io.godwit.smtp.Stage;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** What an operator sees of the send pipeline. */
final class SendMetrics {

    private final MeterRegistry meters;
    private final Timer claims;
    private final Timer records;
    private final Timer signatures;
    private final Counter leasesLost;
    private final Counter fenced;
    private final Counter parked;
    private final AtomicLong depth = new AtomicLong();
    private final AtomicLong oldestSeconds = new AtomicLong();

    SendMetrics(MeterRegistry meters) {
        this.meters = meters;
        this.claims = meters.timer("godwit.send.claim");
        this.records = meters.timer("godwit.send.record");
        this.signatures = meters.timer("godwit.send.dkim");
        this.leasesLost = meters.counter("godwit.send.leases.lost");
        this.fenced = meters.counter("godwit.send.fenced");
        this.parked = meters.counter("godwit.send.parked");
        meters.gauge("godwit.send.queue", depth);
        meters.gauge("godwit.send.queue.age.seconds", oldestSeconds);
    }

    /** How long a claim took. */
    Timer claims() {
        return claims;
    }

    /** How long a group of results took. */
    Timer records() {
        return records;
    }

    /** One DKIM signature. */
    void signed(long nanos) {
        signatures.record(nanos, TimeUnit.NANOSECONDS);
    }

    void leaseLost() {
        leasesLost.increment();
    }

    /** A result came after another node had taken the row. */
    void fenced() {
        fenced.increment();
    }

    /** A node died while this email may have been on the wire: it is sent once more, or given up. */
    void inDoubt(Ticket ticket) {
        var decision = ticket.isParked() ? "park" : "resend";
        meters.counter("godwit.send.in.doubt", "decision", decision).increment();
        if (ticket.isParked()) {
            parked.increment();
        }
    }

    /** An attempt failed and is repeated; {@code kind} is 4xx, 5xx or none. */
    void retry(Stage stage, String kind) {
        meters.counter("godwit.send.retries", "stage", stage.name(), "class", kind)
                .increment();
    }

    void queue(long rows, long oldest) {
        depth.set(rows);
        oldestSeconds.set(oldest);
    }
}
