package io.godwit.webhooks;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The metrics of outgoing calls. */
final class WebhookMetrics {

    private static final String ATTEMPTS = "godwit.webhooks.attempts";

    /** Counted from zero, so that the first failure is seen as a change. */
    private static final List<String> STATUS_CLASSES = List.of("2xx", "3xx", "4xx", "5xx");

    private final MeterRegistry meters;
    private final Counter fenced;
    private final Counter unrecorded;
    private final Counter dead;
    private final Counter opens;
    private final Counter goneResponses;
    private final AtomicLong depth = new AtomicLong();
    private final AtomicLong oldestSeconds = new AtomicLong();
    private final AtomicLong openCircuits = new AtomicLong();
    private final AtomicLong inFlight = new AtomicLong();

    WebhookMetrics(MeterRegistry meters) {
        this.meters = meters;
        STATUS_CLASSES.forEach(kind -> meters.counter(ATTEMPTS, "class", kind));
        this.fenced = meters.counter("godwit.webhooks.fenced");
        this.unrecorded = meters.counter("godwit.webhooks.results.unwritten");
        this.dead = meters.counter("godwit.webhooks.dead");
        this.opens = meters.counter("godwit.webhooks.circuit.opens");
        this.goneResponses = meters.counter("godwit.webhooks.gone.responses");
        meters.gauge("godwit.webhooks.queue", depth);
        Gauge.builder("godwit.webhooks.queue.age", oldestSeconds, AtomicLong::get)
                .baseUnit("seconds")
                .description("Age of the oldest row that is due")
                .register(meters);
        meters.gauge("godwit.webhooks.circuits.open", openCircuits);
        meters.gauge("godwit.webhooks.in.flight", inFlight);
    }

    /** Counts an attempt by its class: {@code 2xx} to {@code 5xx}, or the code of its error. */
    void attempt(CallOutcome outcome) {
        var kind = outcome.status()
                .map(status -> status / 100 + "xx")
                .orElseGet(() -> outcome.error().map(WebhookMetrics::code).orElse("none"));
        meters.counter(ATTEMPTS, "class", kind).increment();
    }

    private static String code(String error) {
        var end = error.indexOf(':');
        return end < 0 ? error : error.substring(0, end);
    }

    /** Counts results that arrived after another node had claimed the call, or after it was cancelled. */
    void fenced(int results) {
        fenced.increment(results);
    }

    /** Counts a result that could not be written before its lease was over, so that the call is made again. */
    void unrecorded() {
        unrecorded.increment();
    }

    /** Counts a call that failed because PostgreSQL refused its result. */
    void dead() {
        dead.increment();
    }

    /** Counts a URL that answered 410. */
    void countGone() {
        goneResponses.increment();
    }

    /** Counts circuits that were opened. */
    void circuitsOpened(int circuits) {
        opens.increment(circuits);
    }

    void inFlight(int calls) {
        inFlight.set(calls);
    }

    void queue(CallMaintenanceStore.Depth found) {
        depth.set(found.calls());
        oldestSeconds.set(found.oldestSeconds());
    }

    void circuitsOpen(long circuits) {
        openCircuits.set(circuits);
    }
}
