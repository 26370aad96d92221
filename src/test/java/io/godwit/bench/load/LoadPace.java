package io.godwit.bench.load;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Says when which connection sends, and counts. All but its beginning and end happens on the loop's thread. */
final class LoadPace {

    private final LoadPlan run;
    private final EventLoop loop;
    private final RequestWriter requests;
    private final Histogram times = new Histogram();
    private final Map<Integer, Long> statuses = new TreeMap<>();
    private final Queue<BenchConnection> idle = new ArrayDeque<>();
    private final Queue<Long> late = new ArrayDeque<>();
    private final CompletableFuture<LoadResult> end = new CompletableFuture<>();
    private ScheduledFuture<?> clock;
    private long start;
    private long measuredFrom;
    private long measuredTo;
    private long started;
    private long inFlight;
    private long acceptedInTime;
    private long lost;

    LoadPace(LoadPlan run, EventLoop loop) {
        this.run = run;
        this.loop = loop;
        this.requests = new RequestWriter(run);
    }

    void begin() {
        loop.execute(this::start);
    }

    /** Completes when the time is over and every request was answered. */
    CompletableFuture<LoadResult> end() {
        return end;
    }

    void ready(BenchConnection caller) {
        idle.add(caller);
    }

    private void start() {
        start = System.nanoTime();
        measuredFrom = start + (long) (run.warmUpSeconds() * 1e9);
        measuredTo = measuredFrom + (long) (run.seconds() * 1e9);
        clock = loop.scheduleAtFixedRate(this::tick, 0, 1, TimeUnit.MILLISECONDS);
        while (run.rate() == 0 && !idle.isEmpty()) {
            send(idle.remove(), System.nanoTime());
        }
    }

    /** Starts what is due by the clock; a request without a free connection waits, and its waiting counts. */
    private void tick() {
        var now = System.nanoTime();
        if (run.rate() > 0) {
            var due = (long) ((Math.min(now, measuredTo) - start) / 1e9 * run.rate());
            for (; started + late.size() < due; ) {
                late.add(start + (long) ((started + late.size()) / run.rate() * 1e9));
                sendLate();
            }
        }
        if (now > measuredTo && inFlight == 0 && late.isEmpty()) {
            finish();
        }
    }

    private void sendLate() {
        if (!idle.isEmpty() && !late.isEmpty()) {
            send(idle.remove(), late.remove());
        }
    }

    private void send(BenchConnection caller, long since) {
        started++;
        inFlight++;
        caller.send(requests, since);
    }

    void answered(BenchConnection caller, int status, long since) {
        var now = System.nanoTime();
        inFlight--;
        statuses.merge(status, 1L, Long::sum);
        if (since >= measuredFrom && since <= measuredTo) {
            times.record(now - since);
            acceptedInTime += status / 100 == 2 ? 1 : 0;
        }
        if (run.rate() > 0) {
            idle.add(caller);
            sendLate();
        } else if (now < measuredTo) {
            send(caller, now);
        }
    }

    /** A connection ended; what it carried has no answer. */
    void broken(BenchConnection caller, boolean waiting) {
        idle.remove(caller);
        inFlight -= waiting ? 1 : 0;
        lost += waiting ? 1 : 0;
    }

    private void finish() {
        clock.cancel(false);
        idle.forEach(BenchConnection::hangUp);
        end.complete(new LoadResult(
                statuses,
                lost,
                acceptedInTime / run.seconds(),
                times.millisAt(0.5),
                times.millisAt(0.99),
                times.longestMillis()));
    }
}
