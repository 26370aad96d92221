package io.godwit.smtp.client;

import io.vertx.core.buffer.Buffer;
import java.util.ArrayDeque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one session in their order: at most two whose commands are on the connection, and one that waits behind them.
 *
 * <p>All its state belongs to the context of the session.
 */
final class TransmissionQueue {

    private final ArrayDeque<MessageTransmission> active = new ArrayDeque<>();
    private @Nullable MessageTransmission waiting;
    private int added;
    private int ended;
    private boolean resetNeeded;

    /** Returns the number of messages that were added, whatever became of them. */
    int added() {
        return added;
    }

    /** Returns whether a message has ended on the connection. */
    boolean hasEnded() {
        return ended > 0;
    }

    /** Returns whether no message is on the connection, and none waits. */
    boolean isEmpty() {
        return active.isEmpty() && waiting == null;
    }

    /** Returns whether another message may be added: none waits, and at most one is on the connection. */
    boolean hasCapacity() {
        return waiting == null && active.size() < 2;
    }

    /** Returns whether a message waits whose commands are not on the connection. */
    boolean isWaiting() {
        return waiting != null;
    }

    /** Returns whether no message is on the connection. */
    boolean isConnectionFree() {
        return active.isEmpty();
    }

    /** Returns the message on the connection; empty when there is none, or another one behind it. */
    Optional<MessageTransmission> single() {
        return active.size() == 1 ? Optional.of(active.element()) : Optional.empty();
    }

    /** Adds a message that waits until {@link #begin} is called. */
    void add(MessageTransmission transmission) {
        added++;
        waiting = transmission;
    }

    /**
     * Appends the first commands of the message that waits, if one does; from then on it is on the connection. RSET goes before them
     * when the message before was refused within its transaction (RFC 5321 §4.1.1.5).
     */
    void begin(Buffer out) {
        var next = waiting;
        if (next != null) {
            waiting = null;
            active.add(next);
            var reset = resetNeeded;
            resetNeeded = false;
            next.begin(out, reset);
        }
    }

    /**
     * Removes a message that has ended.
     *
     * @param transactionOpen whether the server has not ended the transaction of the message
     */
    void remove(MessageTransmission transmission, boolean transactionOpen) {
        active.remove(transmission);
        resetNeeded |= transactionOpen;
        ended++;
    }

    /** Removes the message that waits; empty when none does. */
    Optional<MessageTransmission> removeWaiting() {
        var next = Optional.ofNullable(waiting);
        waiting = null;
        return next;
    }
}
