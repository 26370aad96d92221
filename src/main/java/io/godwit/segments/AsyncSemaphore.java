package io.godwit.segments;

import io.godwit.core.ContextPromise;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.id.ProjectId;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Limits how many passes over all contacts run at once on a node. The others wait: those of one project in order, the projects in
 * round robin, so that a project with one pass never waits behind all those of another. A pass holds one of the worker
 * connections for up to a minute, and sending needs those, too. Safe from any thread.
 */
public final class AsyncSemaphore {

    /** The project of passes that choose their project themselves. */
    public static final ProjectId ANY = new ProjectId(new UUID(0, 0));

    private static final int MAX_LINE_LENGTH = 64;
    private static final int MAX_WAITING = 1_024;

    private final Vertx vertx;
    /** The project that is next comes first; none without a waiter. */
    private final Map<ProjectId, Queue<ContextPromise<Void>>> projectToLine = new LinkedHashMap<>();

    private int waiting;
    private int free;

    AsyncSemaphore(Vertx vertx, int size) {
        this.vertx = vertx;
        this.free = size;
    }

    /** Runs the work when a permit is free; a Failure SERVICE_UNAVAILABLE when too many passes of the project wait. */
    public <T> Future<T> run(ProjectId project, Supplier<Future<T>> work) {
        return acquire(project)
                .compose(acquired ->
                        Future.succeededFuture().compose(ignored -> work.get()).onComplete(ignored -> release()));
    }

    private synchronized Future<Void> acquire(ProjectId project) {
        if (free > 0) {
            free--;
            return Future.succeededFuture();
        }
        var line = projectToLine.get(project);
        if (waiting >= MAX_WAITING || (line != null && line.size() >= MAX_LINE_LENGTH)) {
            return Future.failedFuture(Failure.later(
                    Kind.SERVICE_UNAVAILABLE, "Too many segments are being computed; try again in a moment", 5));
        }
        var promise = ContextPromise.<Void>here(vertx);
        projectToLine.computeIfAbsent(project, ignored -> new ArrayDeque<>()).add(promise);
        waiting++;
        return promise.future();
    }

    private synchronized void release() {
        var first = projectToLine.entrySet().iterator();
        if (!first.hasNext()) {
            free++;
            return;
        }
        var next = first.next();
        first.remove();
        waiting--;
        var promise = next.getValue().remove();
        if (!next.getValue().isEmpty()) {
            projectToLine.put(next.getKey(), next.getValue());
        }
        promise.answer(Future.succeededFuture());
    }
}
