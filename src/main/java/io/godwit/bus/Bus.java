package io.godwit.bus;

import com.fasterxml.jackson.annotation.JsonGetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends and receives typed messages. One per node; safe to use from any context. */
public final class Bus {

    /** Longer than any handler may take: ingestion gives a statement 5 s and an unclear commit 2 s more. */
    private static final Duration TIMEOUT = Duration.ofSeconds(15);

    private static final DeliveryOptions EVERYWHERE = new DeliveryOptions().setSendTimeout(TIMEOUT.toMillis());
    private static final DeliveryOptions HERE = new DeliveryOptions(EVERYWHERE).setLocalOnly(true);

    private static final Logger LOG = LoggerFactory.getLogger(Bus.class);
    private static final Duration QUIET = Duration.ofMinutes(1);

    private final AtomicLong refusedAt = new AtomicLong(System.nanoTime() - 2 * QUIET.toNanos());
    private final Vertx vertx;
    private final EventBus events;
    private final ClusterMembers members;
    private final ChangePublisher changes;

    private Bus(Vertx vertx) {
        this.vertx = vertx;
        this.events = vertx.eventBus();
        this.members = ClusterMembers.of(vertx);
        this.changes = new ChangePublisher(vertx, this);
    }

    /** Registers the codec; call once per Vertx. */
    public static Bus on(Vertx vertx) {
        vertx.eventBus().registerCodec(new RecordCodec());
        vertx.eventBus().codecSelector(RecordCodec::nameFor);
        return new Bus(vertx);
    }

    /** The nodes this bus reaches. */
    public ClusterMembers members() {
        return members;
    }

    /** Tells pages that follow a project about changes in it, on every node. */
    public ChangePublisher changes() {
        return changes;
    }

    /** Sends a message to every listener of every node, and waits for none. */
    public <M> void publish(Topic<M> topic, M message) {
        events.publish(topic.address(), message, EVERYWHERE);
    }

    /**
     * Calls the listener on the caller's context for each message, until the subscription is cancelled or the caller's verticle
     * is undeployed.
     */
    public <M> Subscription listen(Topic<M> topic, Consumer<M> listener) {
        MessageConsumer<Object> consumer = events.consumer(topic.address());
        consumer.handler(message -> body(message, topic.message()).ifPresent(listener));
        return new Subscription(consumer);
    }

    /**
     * Completes on the caller's context with the reply. Fails with the handler's own error, or with {@code SERVICE_UNAVAILABLE}
     * when there is no handler or, between nodes, no reply within 15 s. Inside the node the handler is trusted to reply in the
     * end.
     */
    public <M, R> Future<R> request(RequestAddress<M, R> address, M message) {
        return address.local() ? requestHere(address, message) : requestAnywhere(address, message);
    }

    private <M, R> Future<R> requestHere(RequestAddress<M, R> address, M message) {
        var request = new LocalRequest<M, R>(message, vertx.getOrCreateContext(), Promise.promise());
        events.sender(address.address(), HERE)
                .write(request)
                .onFailure(undelivered -> request.answer(Future.failedFuture(RemoteError.ofDelivery(undelivered))));
        return request.answer().future();
    }

    private <M, R> Future<R> requestAnywhere(RequestAddress<M, R> address, M message) {
        return events.request(address.address(), message, EVERYWHERE)
                .compose(
                        reply -> Reply.read(reply.body(), address.reply()).future(),
                        error -> Future.failedFuture(RemoteError.ofDelivery(error)));
    }

    /**
     * Replies on the caller's context until the caller's verticle is undeployed. Completes when every node knows the handler;
     * for a local address at once.
     */
    public <M, R> Future<Void> serve(RequestAddress<M, R> address, Function<M, Future<R>> handler) {
        return address.local() ? serveHere(address, handler) : serveAnywhere(address, handler);
    }

    private <M, R> Future<Void> serveHere(RequestAddress<M, R> address, Function<M, Future<R>> handler) {
        return events.<LocalRequest<M, R>>localConsumer(address.address())
                .handler(message -> put(message, handler))
                .completion();
    }

    private <M, R> Future<Void> serveAnywhere(RequestAddress<M, R> address, Function<M, Future<R>> handler) {
        return events.consumer(address.address())
                .handler(message -> reply(message, address, handler))
                .completion();
    }

    private <M, R> void reply(Message<Object> message, RequestAddress<M, R> address, Function<M, Future<R>> handler) {
        body(message, address.message()).ifPresent(request -> attempt(handler, request)
                .onComplete(answer -> message.reply(Reply.of(answer), EVERYWHERE)));
    }

    /** Reads the body of a message; empty for one that is no message of this type. */
    private <M> Optional<M> body(Message<Object> message, Class<M> type) {
        try {
            return Optional.of(UnparsedMessage.read(message.body(), type));
        } catch (RuntimeException foreign) {
            refuse(foreign);
            return Optional.empty();
        }
    }

    private <M, R> void put(Message<LocalRequest<M, R>> message, Function<M, Future<R>> handler) {
        Object body = message.body();
        if (body instanceof LocalRequest<?, ?>) {
            message.body().put(handler);
        } else {
            refuse(new ForeignMessageException());
        }
    }

    /** Logs a refused message, once a minute at most: a stranger on the port may write much. */
    private void refuse(RuntimeException foreign) {
        var now = System.nanoTime();
        var last = refusedAt.get();
        if (now - last > QUIET.toNanos() && refusedAt.compareAndSet(last, now)) {
            LOG.atWarn()
                    .addKeyValue("reason", String.valueOf(foreign.getMessage()))
                    .log("A message on the bus was refused; is its port open to strangers?");
        }
    }

    static <M, R> Future<R> attempt(Function<M, Future<R>> handler, M message) {
        try {
            return handler.apply(message);
        } catch (RuntimeException thrown) {
            return Future.failedFuture(thrown);
        }
    }

    /**
     * A request inside the node, with the promise of its reply. The bus's own replies would take an address, a handler and a timer
     * each, which cost a tenth of what a tracked event costs the JVM (measured 2026-11-21).
     *
     * @param caller context on which the reply is delivered
     */
    private record LocalRequest<M, R>(M message, Context caller, Promise<R> answer) {

        /** Calls the handler, and delivers its reply. */
        void put(Function<M, Future<R>> handler) {
            Bus.attempt(handler, message).onComplete(result -> answer(result));
        }

        void answer(AsyncResult<R> result) {
            if (Vertx.currentContext() == caller) {
                answer.handle(result);
            } else {
                caller.runOnContext(ignored -> answer.handle(result));
            }
        }
    }

    /** A handler's reply: its value, or its error. Inside a node the error is the very object that was thrown. */
    record Reply<R>(@Nullable R value, @JsonIgnore @Nullable Throwable error) {

        static <R> Reply<R> of(AsyncResult<R> answer) {
            return new Reply<>(answer.result(), answer.cause());
        }

        @SuppressWarnings("unchecked")
        static <R> Reply<R> read(Object body, Class<R> type) {
            if (body instanceof UnparsedMessage unparsed) {
                var answer = unparsed.outcome(type);
                return new Reply<>(
                        answer.value(),
                        answer.error() == null ? null : answer.error().error());
            }
            return (Reply<R>) body;
        }

        /** The error as other nodes see it. */
        @JsonGetter("error")
        @Nullable
        RemoteError fault() {
            return error == null ? null : RemoteError.of(error);
        }

        Future<R> future() {
            return error == null ? Future.succeededFuture(value) : Future.failedFuture(error);
        }
    }
}
