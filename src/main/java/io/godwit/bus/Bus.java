package io.godwit.bus;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.function.Consumer;
import java.util.function.Function;

/** Sends and receives typed messages. One per node; safe to use from any context. */
public final class Bus {

    @SuppressWarnings("UnusedVariable")
    private final Vertx vertx;

    private Bus(Vertx vertx) {
        this.vertx = vertx;
    }

    /** Registers the codecs; call once per Vertx. */
    public static Bus on(Vertx vertx) {
        return new Bus(vertx);
    }

    /** Tells every listener of every node, and waits for none. */
    public <M> void publish(Notice<M> notice, M message) {
        throw new UnsupportedOperationException();
    }

    /** Calls the listener on the caller's context for each notice. */
    public <M> void listen(Notice<M> notice, Consumer<M> listener) {
        throw new UnsupportedOperationException();
    }

    /** Completes with the answer, or fails with the answerer's own error, or when nobody answers within the bus's time-out. */
    public <M, R> Future<R> ask(Command<M, R> command, M message) {
        throw new UnsupportedOperationException();
    }

    /** Answers on the caller's context. Completes when every node knows who answers. */
    public <M, R> Future<Void> answer(Command<M, R> command, Function<M, Future<R>> answerer) {
        throw new UnsupportedOperationException();
    }
}
