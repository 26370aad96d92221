package io.godwit.traces;

import io.godwit.core.Backoff;
import io.godwit.core.PollLoop;
import io.godwit.core.PollLoop.Next;
import io.godwit.core.Timeouts;
import io.godwit.traces.OtlpClient.ExportResponse;
import io.godwit.traces.TraceMetrics.DropReason;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends ended spans to the collector, one batch at a time. At most {@value #MAX_QUEUED} spans wait, some 4 MB; further ones are
 * dropped and counted, so that a collector that is slow or away costs nothing but its spans.
 */
final class SpanExporter {

    private static final Logger LOG = LoggerFactory.getLogger(SpanExporter.class);

    static final int MAX_QUEUED = 4_096;
    private static final int MAX_BATCH = 512;
    private static final int MAX_ATTEMPTS = 4;
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration MAX_PAUSE = Duration.ofSeconds(30);
    private static final Backoff BACKOFF = Backoff.doubling(PAUSE, MAX_PAUSE);

    /** Less than the lame-duck time has by default, so that traces never make a stop longer than that. */
    private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final OtlpClient client;
    private final OtlpEncoder encoder;
    private final TraceMetrics metrics;
    private final BlockingQueue<SpanData> queue = new ArrayBlockingQueue<>(MAX_QUEUED);
    private Optional<PollLoop> loop = Optional.empty();
    private boolean failing;
    private volatile Promise<Void> pausing = Promise.promise();
    private volatile boolean closing;

    SpanExporter(Vertx vertx, OtlpClient client, OtlpEncoder encoder, TraceMetrics metrics) {
        this.vertx = vertx;
        this.client = client;
        this.encoder = encoder;
        this.metrics = metrics;
    }

    void start() {
        loop = Optional.of(PollLoop.start(vertx, "traces-export", PAUSE, this::export));
    }

    /** Takes a span, or drops it when too many wait. */
    void offer(SpanData span) {
        if (!queue.offer(span)) {
            metrics.dropped(DropReason.QUEUE_FULL, 1);
        } else if (queue.size() == MAX_BATCH) {
            loop.ifPresent(PollLoop::wake);
        }
    }

    private Future<Next> export() {
        var batch = new ArrayList<SpanData>(MAX_BATCH);
        queue.drainTo(batch, MAX_BATCH);
        if (batch.isEmpty()) {
            return Future.succeededFuture(Next.IDLE);
        }
        return vertx.executeBlocking(() -> encoder.encode(batch), false)
                .compose(body -> send(body, batch.size(), 1))
                .map(ignored -> queue.size() >= MAX_BATCH ? Next.MORE : Next.IDLE);
    }

    /** Sends a batch, again after a pause when the collector is away or busy; completes when the batch is taken or dropped. */
    private Future<Void> send(byte[] body, int spans, int attempt) {
        return client.post(body)
                .compose(
                        response -> response.isRetryable()
                                ? retry(body, spans, attempt, response.retryAfter(), "status " + response.status())
                                : answered(response, spans),
                        cause -> retry(body, spans, attempt, Optional.empty(), String.valueOf(cause.getMessage())));
    }

    private Future<Void> answered(ExportResponse response, int spans) {
        var rejected = response.isTaken() ? Math.min(response.rejected(), spans) : spans;
        metrics.exported(spans - rejected);
        metrics.dropped(DropReason.REFUSED, rejected);
        note(rejected == 0, "status " + response.status());
        return Future.succeededFuture();
    }

    private Future<Void> retry(byte[] body, int spans, int attempt, Optional<Duration> retryAfter, String reason) {
        if (attempt >= MAX_ATTEMPTS || closing) {
            metrics.dropped(DropReason.UNAVAILABLE, spans);
            note(false, reason);
            return Future.succeededFuture();
        }
        var pause = retryAfter.orElseGet(() -> BACKOFF.step(attempt));
        return pause(pause.compareTo(MAX_PAUSE) < 0 ? pause : MAX_PAUSE)
                .compose(ignored -> send(body, spans, attempt + 1));
    }

    /** Completes after the pause, or as soon as the exporter is closed. */
    private Future<Void> pause(Duration pause) {
        var over = Promise.<Void>promise();
        pausing = over;
        var timer = vertx.setTimer(Math.max(1, pause.toMillis()), ignored -> over.tryComplete());
        if (closing) {
            over.tryComplete();
        }
        return over.future().onComplete(ignored -> vertx.cancelTimer(timer));
    }

    /** Logs once for all batches in a row that are dropped. */
    private void note(boolean taken, String reason) {
        if (!taken && !failing) {
            LOG.atWarn()
                    .addKeyValue("reason", reason)
                    .log("The collector does not take the traces; they are dropped and counted until it does");
        } else if (taken && failing) {
            LOG.info("The collector takes the traces again");
        }
        failing = !taken;
    }

    /** Sends what is left, each batch once, for two seconds at most; drops and counts the rest. */
    Future<Void> close() {
        closing = true;
        pausing.tryComplete();
        var stopped = loop.map(PollLoop::stop).orElseGet(Future::succeededFuture);
        return Timeouts.within(FLUSH_TIMEOUT, stopped.compose(ignored -> flush()))
                .onComplete(ignored -> dropRest())
                .otherwiseEmpty()
                .eventually(client::close);
    }

    private Future<Void> flush() {
        return queue.isEmpty() ? Future.succeededFuture() : export().compose(ignored -> flush());
    }

    private void dropRest() {
        var rest = new ArrayList<SpanData>();
        queue.drainTo(rest);
        metrics.dropped(DropReason.SHUTDOWN, rest.size());
    }
}
