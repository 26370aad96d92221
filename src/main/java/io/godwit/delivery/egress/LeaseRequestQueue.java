package io.godwit.delivery.egress;

import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;

/**
 * The emails that wait for a connection to a site: the transactional ones first, the one that waits for longest before others.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class LeaseRequestQueue {

    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();

    /** An email that waits for a connection. */
    record Waiting(LeaseRequest lease, Promise<PooledConnection> connection) {

        static Waiting of(LeaseRequest lease) {
            return new Waiting(lease, Promise.promise());
        }
    }

    int size() {
        return waiting.size();
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    void add(Waiting email) {
        waiting.add(email);
    }

    /** Adds an email that has waited for longer than the others. */
    void addFirst(Waiting email) {
        waiting.addFirst(email);
    }

    /** Takes out the email that is served next; empty when none waits. */
    Optional<Waiting> poll() {
        var next = waiting.stream()
                .filter(one -> one.lease().request().mayUseReserve())
                .findFirst()
                .or(() -> Optional.ofNullable(waiting.peek()));
        next.ifPresent(waiting::remove);
        return next;
    }

    /** Lets all fail for one reason. */
    void failAll(HeldException held) {
        var all = List.copyOf(waiting);
        waiting.clear();
        all.forEach(one -> one.connection().tryFail(held));
    }
}
