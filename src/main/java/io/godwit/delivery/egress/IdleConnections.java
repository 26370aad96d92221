package io.godwit.delivery.egress;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The unused connections of a {@link SitePool}, the one that became free last first, each until its time has passed. */
final class IdleConnections {

    private final Vertx vertx;
    private final ArrayDeque<PooledConnection> connections = new ArrayDeque<>();

    IdleConnections(Vertx vertx) {
        this.vertx = vertx;
    }

    int size() {
        return connections.size();
    }

    boolean contains(PooledConnection connection) {
        return connections.contains(connection);
    }

    /** Adds a connection that became free, and hands it to {@code expired} when it is still unused after the time. */
    void add(PooledConnection connection, Duration limit, Consumer<PooledConnection> expired) {
        connections.addFirst(connection);
        var timer = vertx.setTimer(Math.max(1, limit.toMillis()), ignored -> {
            if (contains(connection)) {
                expired.accept(connection);
            }
        });
        vertx.cancelTimer(connection.replaceTimer(timer));
    }

    /** Takes the connection of the group that became free last; hands each that has ended before it to {@code unusable}. */
    Optional<PooledConnection> take(String group, Consumer<PooledConnection> unusable) {
        for (var candidate : copy()) {
            if (!candidate.session().isUsable()) {
                unusable.accept(candidate);
            } else if (candidate.group().equals(group)) {
                remove(candidate);
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    /** Returns the connection that is unused for longest. */
    Optional<PooledConnection> oldest() {
        return Optional.ofNullable(connections.peekLast());
    }

    void remove(PooledConnection connection) {
        connections.remove(connection);
        vertx.cancelTimer(connection.replaceTimer(PooledConnection.NO_TIMER));
    }

    List<PooledConnection> copy() {
        return List.copyOf(connections);
    }
}
