package io.godwit.sending.queue;

import io.godwit.sending.ClaimedEmail;
import io.godwit.sending.queue.OutboxClaimStore.Depth;
import io.godwit.smtp.SmtpStage;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** What an operator sees of the send pipeline. */
public final class SendMetrics {

    private static final List<SmtpStage> STAGES =
            List.of(SmtpStage.CONNECT, SmtpStage.MAIL, SmtpStage.RCPT, SmtpStage.DATA, SmtpStage.DOT);

    private final MeterRegistry meters;
    private final Timer claims;
    private final Timer records;
    private final Timer signatures;
    private final Counter leasesLost;
    private final Counter fenced;
    private final Counter parked;
    private final AtomicLong depth = new AtomicLong();
    private final AtomicLong oldestSeconds = new AtomicLong();
    private final AtomicLong deferred = new AtomicLong();
    private final AtomicLong oldestDeferredSeconds = new AtomicLong();
    private final AtomicLong pausedProjects = new AtomicLong();
    private final AtomicLong pausedAll = new AtomicLong();
    private final Map<String, AtomicLong> stageToStalled = new HashMap<>();

    public SendMetrics(MeterRegistry meters) {
        this.meters = meters;
        this.claims = meters.timer("godwit.send.claim");
        this.records = meters.timer("godwit.send.record");
        this.signatures = meters.timer("godwit.send.dkim");
        this.leasesLost = meters.counter("godwit.send.leases.lost");
        this.fenced = meters.counter("godwit.send.fenced");
        this.parked = meters.counter("godwit.send.parked");
        meters.gauge("godwit.send.queue.deferred", deferred);
        meters.gauge("godwit.send.queue.deferred.age.seconds", oldestDeferredSeconds);
        meters.gauge("godwit.send.refusals.paused.projects", pausedProjects);
        meters.gauge("godwit.send.refusals.paused.all", pausedAll);
        for (var stage : STAGES) {
            stageToStalled.put(stage.name(), new AtomicLong());
            var tags = Tags.of("stage", stage.name());
            meters.gauge("godwit.send.connections.stalled", tags, stageToStalled.get(stage.name()));
        }
        meters.gauge("godwit.send.queue", depth);
        meters.gauge("godwit.send.queue.age.seconds", oldestSeconds);
    }

    /** How long a claim took. */
    public Timer claims() {
        return claims;
    }

    /** How long a group of results took. */
    public Timer records() {
        return records;
    }

    /** One DKIM signature. */
    public void signed(long nanos) {
        signatures.record(nanos, TimeUnit.NANOSECONDS);
    }

    void leaseLost() {
        leasesLost.increment();
    }

    /** A result came after another node had taken the row. */
    public void fenced() {
        fenced.increment();
    }

    /** A node died while this email may have been on the wire: it is sent once more, or given up. */
    public void inDoubt(ClaimedEmail ticket) {
        var decision = ticket.isDead() ? "park" : "resend";
        meters.counter("godwit.send.in.doubt", "decision", decision).increment();
        if (ticket.isDead()) {
            parked.increment();
        }
    }

    /** This node died while so many emails were at their final dot: they are sent once more. */
    public void inDoubt(long emails) {
        meters.counter("godwit.send.in.doubt", "decision", "resend").increment((double) emails);
    }

    /** PostgreSQL refused the end of an attempt for good; its email is a dead letter. */
    public void unrecordable() {
        parked.increment();
        meters.counter("godwit.send.results.unwritten").increment();
    }

    /** An attempt failed and is repeated; {@code kind} is 4xx, 5xx or none. */
    public void retry(SmtpStage stage, String kind) {
        meters.counter("godwit.send.retries", "stage", stage.name(), "class", kind)
                .increment();
    }

    public void queue(Depth queue) {
        depth.set(queue.rows());
        oldestSeconds.set(queue.oldestSeconds());
        deferred.set(queue.deferred());
        oldestDeferredSeconds.set(queue.oldestDeferredSeconds());
    }

    /** So many projects' mail is paused for common refusals, and all mail (1) or not (0). */
    public void breakers(int projects, int all) {
        pausedProjects.set(projects);
        pausedAll.set(all);
    }

    /** So many connections have not come to their next stage for a while. */
    public void stalled(Map<String, Integer> found) {
        stageToStalled.forEach((stage, count) -> count.set(found.getOrDefault(stage, 0)));
    }

    /** A permanent refusal was taken back, because many recipients had got it. */
    public void commonRefusal() {
        meters.counter("godwit.send.refusals.common").increment();
    }
}
