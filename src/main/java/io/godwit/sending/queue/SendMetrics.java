package io.godwit.sending.queue;

import io.godwit.bounces.RefusalClass;
import io.godwit.sending.attempt.AttemptOutcome.End;
import io.godwit.sending.attempt.ClaimedEmail;
import io.godwit.sending.queue.OutboxDepthStore.Depth;
import io.godwit.smtp.SmtpStage;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The metrics of the send pipeline. */
public final class SendMetrics {

    private static final List<SmtpStage> STAGES =
            List.of(SmtpStage.CONNECT, SmtpStage.MAIL, SmtpStage.RCPT, SmtpStage.DATA, SmtpStage.DOT);

    private final MeterRegistry meters;
    private final Timer claims;
    private final Timer records;
    private final Timer signatures;
    private final Counter leasesLost;
    private final Counter fenced;
    private final Counter dead;
    private final Counter unwritten;
    private final AtomicLong depth = new AtomicLong();
    private final AtomicLong oldestSeconds = new AtomicLong();
    private final AtomicLong deferred = new AtomicLong();
    private final AtomicLong oldestDeferredSeconds = new AtomicLong();
    private final AtomicLong pausedProjects = new AtomicLong();
    private final AtomicLong pausedAll = new AtomicLong();
    private final AtomicLong directConnections = new AtomicLong();
    private final AtomicLong suspendedSites = new AtomicLong();
    private final Map<String, AtomicLong> stageToStalled = new HashMap<>();

    public SendMetrics(MeterRegistry meters) {
        this.meters = meters;
        this.claims = meters.timer("godwit.sending.claim");
        this.records = meters.timer("godwit.sending.record");
        this.signatures = meters.timer("godwit.sending.dkim");
        this.leasesLost = meters.counter("godwit.sending.leases.lost");
        this.fenced = meters.counter("godwit.sending.fenced");
        this.dead = meters.counter("godwit.sending.dead");
        this.unwritten = meters.counter("godwit.sending.results.unwritten");
        for (var end : End.values()) {
            ended(meters, end);
        }
        meters.gauge("godwit.sending.queue.deferred", deferred);
        Gauge.builder("godwit.sending.queue.deferred.age", oldestDeferredSeconds, AtomicLong::get)
                .baseUnit("seconds")
                .description("Age of the oldest row that waits for its next attempt")
                .register(meters);
        meters.gauge("godwit.sending.refusals.paused.projects", pausedProjects);
        meters.gauge("godwit.sending.refusals.paused.all", pausedAll);
        meters.gauge("godwit.sending.direct.connections", directConnections);
        meters.gauge("godwit.sending.sites.suspended", suspendedSites);
        for (var kind : RefusalClass.values()) {
            refusals(meters, kind);
        }
        for (var stage : STAGES) {
            stageToStalled.put(stage.name(), new AtomicLong());
            var tags = Tags.of("stage", stage.name());
            meters.gauge("godwit.sending.connections.stalled", tags, stageToStalled.get(stage.name()));
        }
        meters.gauge("godwit.sending.queue", depth);
        Gauge.builder("godwit.sending.queue.age", oldestSeconds, AtomicLong::get)
                .baseUnit("seconds")
                .description("Age of the oldest row that is due")
                .register(meters);
    }

    /** Returns the counter of an end; it is there from the start, so that its first email is seen as a change. */
    private static Counter ended(MeterRegistry meters, End end) {
        return meters.counter("godwit.sending.ended", "status", end.name());
    }

    /** Returns the timer of claims. */
    public Timer claims() {
        return claims;
    }

    /** Returns the timer of recorded groups of results. */
    public Timer records() {
        return records;
    }

    /** Counts the time of one DKIM signature. */
    public void signed(long nanos) {
        signatures.record(nanos, TimeUnit.NANOSECONDS);
    }

    void leaseLost() {
        leasesLost.increment();
    }

    /** Counts a result that came after another node had claimed the row. */
    public void fenced() {
        fenced.increment();
    }

    /** Counts a claimed email that may have been on the wire when its node crashed: it is sent once more, or will be dead. */
    public void claimed(ClaimedEmail claimed) {
        if (claimed.inDoubt()) {
            var decision = claimed.mayBeTried() ? "resend" : "park";
            meters.counter("godwit.sending.in.doubt", "decision", decision).increment();
        } else if (claimed.isDead()) {
            dead.increment();
        }
    }

    /** Counts emails that were at their final dot when this node crashed: they are sent once more. */
    public void inDoubt(long emails) {
        meters.counter("godwit.sending.in.doubt", "decision", "resend").increment((double) emails);
    }

    /** Counts an email that has ended, simulated ones apart: they are in no rate. */
    public void ended(End end) {
        ended(meters, end).increment();
    }

    /** Counts an attempt whose result PostgreSQL refused to store; its email is a dead letter. */
    public void unrecordable() {
        dead.increment();
        unwritten.increment();
    }

    /** Counts an email that is put back because its site or relays take none now. */
    public void held() {
        meters.counter("godwit.sending.held").increment();
    }

    private static Counter refusals(MeterRegistry meters, RefusalClass kind) {
        return meters.counter("godwit.sending.refusals", "class", kind.name());
    }

    /** Counts a refusal by what it means; a growing number of unknown ones asks for rules. */
    public void refused(RefusalClass kind) {
        refusals(meters, kind).increment();
    }

    /** Sets the number of open connections to mail hosts, and of sites to which nothing is sent now. */
    public void direct(int connections, long suspended) {
        directConnections.set(connections);
        suspendedSites.set(suspended);
    }

    /** Counts an attempt that failed and is repeated; {@code kind} is 4xx, 5xx or none. */
    public void retry(SmtpStage stage, String kind) {
        meters.counter("godwit.sending.retries", "stage", stage.name(), "class", kind)
                .increment();
    }

    public void queue(Depth queue) {
        depth.set(queue.rows());
        oldestSeconds.set(queue.oldestSeconds());
        deferred.set(queue.deferred());
        oldestDeferredSeconds.set(queue.oldestDeferredSeconds());
    }

    /** Sets the number of projects paused for common refusals, and whether all emails are (1) or not (0). */
    public void circuitBreakers(int projects, int all) {
        pausedProjects.set(projects);
        pausedAll.set(all);
    }

    /** Sets the number of stalled connections, by stage. */
    public void stalled(Map<String, Integer> found) {
        stageToStalled.forEach((stage, count) -> count.set(found.getOrDefault(stage, 0)));
    }

    /** Counts a permanent refusal that was revoked, because many recipients had got it. */
    public void commonRefusal() {
        meters.counter("godwit.sending.refusals.common").increment();
    }
}
