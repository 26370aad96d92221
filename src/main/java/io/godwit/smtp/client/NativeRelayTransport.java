package io.godwit.smtp.client;

import io.godwit.core.ContextPromise;
import io.godwit.core.Timeouts;
import io.godwit.smtp.Envelope;
import io.godwit.smtp.RelaySettings;
import io.godwit.smtp.SmtpProgress;
import io.godwit.smtp.SmtpReply;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends messages to the relay over sessions of our own. Its connections belong to the context of the first caller, which is the
 * send pipeline's, so that a message and its reply change no thread.
 */
public final class NativeRelayTransport implements RelayTransport {

    private static final Logger LOG = LoggerFactory.getLogger(NativeRelayTransport.class);

    /** The time after which an unused connection is closed; servers wait five minutes at least (RFC 5321 §4.5.3.2.7). */
    private static final Duration IDLE = Duration.ofSeconds(30);

    private final Vertx vertx;
    private final RelaySettings settings;
    private final SmtpClient client;
    private final Future<String> helloName;
    private final SmtpSessionPool pool;
    private final AtomicReference<@Nullable Context> owner = new AtomicReference<>();

    /** Creates a transport that connects with the first message, not before. */
    public NativeRelayTransport(Vertx vertx, RelaySettings settings) {
        this.vertx = vertx;
        this.settings = settings;
        this.client = SmtpClient.create(vertx, Optional.empty());
        this.helloName = HelloName.find(vertx);
        var timeouts = SmtpTimeouts.within(settings.idleTimeout());
        this.pool = new SmtpSessionPool(
                vertx, this::open, settings.connections(), timeouts.connect().plus(timeouts.greeting()), IDLE);
    }

    /** Opens a session on the caller's context; the look-up of the name belongs to another one. */
    private Future<SmtpClientSession> open() {
        return ContextPromise.onCallersContext(vertx, helloName).compose(name -> client.open(target(name)));
    }

    private SmtpTarget target(String name) {
        var host = settings.host().orElse("127.0.0.1");
        return new SmtpTarget(
                host,
                host,
                settings.port(),
                name,
                TlsPolicy.of(settings.tls()),
                settings.username()
                        .map(user -> new SmtpCredentials(
                                settings.auth(), user, settings.password().orElse(""), settings.loginWithoutTls())),
                SmtpTimeouts.within(settings.idleTimeout()));
    }

    @Override
    public int slots() {
        return settings.connections();
    }

    /** Each connection can take one more, where the server takes groups of commands; else that one waits a moment longer. */
    @Override
    public int overlap() {
        return settings.connections();
    }

    /** Sends a message; the future completes on the caller's context. */
    @Override
    public Future<SmtpReply> send(Envelope envelope, byte[] message, SmtpProgress progress) {
        try {
            EnvelopeCommands.requireWritable(envelope.mailFrom(), List.of(envelope.recipient()));
        } catch (IllegalArgumentException unwritable) {
            return Future.failedFuture(unwritable);
        }
        var data = MessageData.of(message);
        var caller = vertx.getOrCreateContext();
        var own = own(caller);
        if (own == caller && isRunning(own)) {
            return pool.send(envelope, data, progress);
        }
        var answer = Promise.<SmtpReply>promise();
        own.runOnContext(ignored ->
                pool.send(envelope, data, progress).onComplete(result -> completeOn(caller, answer, result)));
        return answer.future();
    }

    private static void completeOn(Context context, Promise<SmtpReply> answer, AsyncResult<SmtpReply> result) {
        context.runOnContext(ignored -> answer.handle(result));
    }

    private Context own(Context caller) {
        owner.compareAndSet(null, caller);
        var own = owner.get();
        return own == null ? caller : own;
    }

    private static boolean isRunning(Context context) {
        return Context.isOnEventLoopThread() && Vertx.currentContext() == context;
    }

    /**
     * Opens a session on an event loop, also when the caller is on none, as a command is: there the greeting could come before its
     * handler, and would be waited for in vain.
     */
    @Override
    public Future<Void> probe(Duration limit) {
        var opening = Promise.<SmtpClientSession>promise();
        vertx.getOrCreateContext().runOnContext(ignored -> open().onComplete(opening));
        var opened = opening.future();
        return Timeouts.within(limit, opened)
                .<Void>mapEmpty()
                .onComplete(ignored -> opened.onSuccess(session ->
                        session.quit().onFailure(error -> LOG.debug("A connection was not closed cleanly", error))));
    }

    @Override
    public Future<Void> close() {
        var own = owner.get();
        var closed = Promise.<Void>promise();
        if (own == null) {
            return client.close();
        }
        own.runOnContext(ignored -> pool.close().onComplete(closed));
        return closed.future().eventually(client::close);
    }
}
