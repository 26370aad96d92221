package io.godwit.ingest;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.id.ProjectId;
import io.godwit.web.ApiResponse;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queues calls while a transaction is running, and commits those that have gathered when it is over: no timer, so a single call
 * does not wait for others and many calls share a commit. Calls that would delay the others go to a slow queue with a
 * connection of its own. Touched only on its verticle's context.
 */
final class CallBatcher implements BatchWorker.BatchFailureHandler {

    private static final Logger LOG = LoggerFactory.getLogger(CallBatcher.class);

    /** Max calls of a batch of the slow queue: few enough that one locked contact delays few others. */
    private static final int SLOW_BATCH_CALLS = 16;

    private static final Duration QUARANTINE = Duration.ofMinutes(1);
    private static final int MAX_QUARANTINED = 1_000;

    private static final long RETRY_AFTER_SECONDS = 1;

    private final IngestContext context;
    /** Projects of which a call failed lately; their calls are kept apart from those of other projects. */
    private final Cache<ProjectId, Boolean> quarantined = Caffeine.newBuilder()
            .expireAfterWrite(QUARANTINE)
            .maximumSize(MAX_QUARANTINED)
            .build();

    private final KnownContacts known;
    private final CallQueue fast;
    private final CallQueue slow;
    private final SlowCalls slowCalls = new SlowCalls();
    private final List<BatchWorker> fastWorkers;
    private final BatchWorker slowWorker;
    private long received;
    private boolean stopping;

    CallBatcher(Vertx vertx, IngestContext context, IngestSettings settings) {
        this.context = context;
        this.known = KnownContacts.of(settings.verticles());
        this.fast = new CallQueue(settings.queueCalls(), settings.queueBytes());
        this.slow = new CallQueue(settings.queueCalls(), settings.queueBytes());
        this.fastWorkers = IntStream.range(0, settings.connections())
                .mapToObj(ignored -> worker(vertx, fast, settings.batchCalls(), false))
                .toList();
        this.slowWorker = worker(vertx, slow, Math.min(SLOW_BATCH_CALLS, settings.batchCalls()), true);
        context.metrics().watch(List.of(fast, slow));
    }

    private BatchWorker worker(Vertx vertx, CallQueue queue, int limit, boolean waits) {
        var committer = new BatchCommitter(vertx, context, known, waits);
        return new BatchWorker(queue, slowCalls, limit, committer, context.metrics(), this);
    }

    /**
     * Completes after the commit. Fails with {@code SERVICE_UNAVAILABLE} at once when the queue is full, the database is not
     * available or this batcher stops.
     */
    Future<ApiResponse> accept(IngestCall pending) {
        var call = new PendingCall(pending, ++received);
        if (stopping || !context.database().availability().isUp()) {
            reject(call);
        } else if (quarantined.getIfPresent(pending.tenant().project()) != null) {
            queueSlow(call);
        } else {
            queue(call, fast);
        }
        return call.future();
    }

    private void queueSlow(PendingCall call) {
        slowCalls.add(call);
        queue(call, slow);
    }

    private void queue(PendingCall call, CallQueue queue) {
        if (queue.offer(call)) {
            workers().forEach(BatchWorker::wake);
        } else {
            reject(call);
        }
    }

    private Stream<BatchWorker> workers() {
        return Stream.concat(fastWorkers.stream(), Stream.of(slowWorker));
    }

    private void reject(PendingCall call) {
        context.metrics().rejected();
        call.fail(unavailable());
    }

    private static Failure unavailable() {
        return Failure.later(
                Kind.SERVICE_UNAVAILABLE,
                "The service is busy or its database is away; try again",
                RETRY_AFTER_SECONDS);
    }

    @Override
    public void blocked(PendingCall call) {
        context.metrics().slowLaneCall();
        queueSlow(call);
    }

    @Override
    public void expired(PendingCall call) {
        reject(call);
    }

    @Override
    public void failed(PendingCall call, Throwable cause) {
        var project = call.entry().tenant().project();
        quarantined.put(project, Boolean.TRUE);
        LOG.atError().addKeyValue("project", project).setCause(cause).log("An ingest call could not be written");
        call.fail(cause);
    }

    /** Fails the waiting calls too, because they would only wait for the same database. */
    @Override
    public void lost(List<PendingCall> calls, Throwable cause) {
        context.database().availability().lost(cause);
        calls.forEach(this::reject);
        fast.clear().forEach(this::reject);
        slow.clear().forEach(this::reject);
    }

    /** Completes when all accepted calls are answered and the connections are closed; no further call is accepted. */
    Future<Void> stop() {
        stopping = true;
        return Future.join(fastWorkers.stream().map(BatchWorker::drained).toList())
                .eventually(slowWorker::drained)
                .eventually(() -> Future.join(workers().map(BatchWorker::close).toList()))
                .mapEmpty();
    }
}
