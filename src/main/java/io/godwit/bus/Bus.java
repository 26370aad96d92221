package io.godwit.bus;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;

/** Sends and receives typed messages. One per node; safe to use from any context. */
public final class Bus {

    /** Longer than any answerer may take: ingestion gives a statement 5 s and an unclear commit 2 s more. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private static final DeliveryOptions EVERYWHERE = new DeliveryOptions().setSendTimeout(PATIENCE.toMillis());
    private static final DeliveryOptions HERE = new DeliveryOptions(EVERYWHERE).setLocalOnly(true);

    private final EventBus events;
    private final Members members;

    private Bus(EventBus events, Members members) {
        this.events = events;
        this.members = members;
    }

    /** Registers the codec; call once per Vertx. */
    public static Bus on(Vertx vertx) {
        var events = vertx.eventBus();
        events.registerCodec(new RecordCodec());
        events.codecSelector(RecordCodec::nameFor);
        return new Bus(events, Members.of(vertx));
    }

    /** The nodes this bus reaches. */
    public Members members() {
        return members;
    }

    /** Tells every listener of every node, and waits for none. */
    public <M> void publish(Notice<M> notice, M message) {
        events.publish(notice.address(), message, EVERYWHERE);
    }

    /**
     * Calls the listener on the caller's context for each notice, until the subscription is cancelled or the caller's
     * verticle is undeployed.
     */
    public <M> Subscription listen(Notice<M> notice, Consumer<M> listener) {
        MessageConsumer<Object> consumer = events.consumer(notice.address());
        consumer.handler(message -> listener.accept(Json.read(message.body(), notice.message())));
        return new Subscription(consumer);
    }

    /**
     * Completes on the caller's context with the answer. Fails with the answerer's own error, or with {@code
     * SERVICE_UNAVAILABLE} when nobody answers within 15 s.
     */
    public <M, R> Future<R> ask(Command<M, R> command, M message) {
        return events.request(command.address(), message, command.local() ? HERE : EVERYWHERE)
                .compose(
                        reply -> Outcome.read(reply.body(), command.reply()).future(),
                        error -> Future.failedFuture(Fault.ofDelivery(error)));
    }

    /**
     * Answers on the caller's context until the caller's verticle is undeployed. Completes when every node knows who answers;
     * for a local command at once.
     */
    public <M, R> Future<Void> answer(Command<M, R> command, Function<M, Future<R>> answerer) {
        MessageConsumer<Object> consumer =
                command.local() ? events.localConsumer(command.address()) : events.consumer(command.address());
        consumer.handler(message -> reply(message, command, answerer));
        return consumer.completion();
    }

    private static <M, R> void reply(Message<Object> message, Command<M, R> command, Function<M, Future<R>> answerer) {
        attempt(message, command, answerer).onComplete(answer -> message.reply(Outcome.of(answer), EVERYWHERE));
    }

    private static <M, R> Future<R> attempt(
            Message<Object> message, Command<M, R> command, Function<M, Future<R>> answerer) {
        try {
            return answerer.apply(Json.read(message.body(), command.message()));
        } catch (RuntimeException thrown) {
            return Future.failedFuture(thrown);
        }
    }
}
