package io.godwit.smtp.client;

import io.godwit.core.LoopbackAddress;
import io.godwit.core.Timeouts;
import io.godwit.smtp.Envelope;
import io.godwit.smtp.RelaySettings;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpProgress;
import io.godwit.smtp.SmtpReply;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.ext.mail.LoginOption;
import io.vertx.ext.mail.MailConfig;
import io.vertx.ext.mail.StartTLSOptions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Sends messages over SMTP with the connections of vertx-mail-client, which greets, encrypts, logs in and keeps them alive; the
 * mail transaction itself is a {@link SmtpTransaction} of our own.
 */
public final class VertxRelayTransport implements RelayTransport {

    private static final int WAITING_PER_SLOT = 16;
    private static final int KEEP_IDLE_SECONDS = 30;
    /**
     * Messages after which a connection is renewed: relays like to close one after some hundred, and closing first costs no
     * refusal.
     */
    private static final long MESSAGES_PER_CONNECTION = 100;

    /** Mechanisms of vertx-mail-client that show no password. */
    private static final String CHALLENGES = "CRAM-SHA256 CRAM-SHA1 CRAM-MD5 DIGEST-MD5";

    private final Vertx vertx;
    private final SmtpConnectionPool pool;
    private final Supplier<SmtpConnection> probe;
    private final Future<String> helloName;
    private final boolean keepsSecret;

    /** Creates a transport that connects with the first message, not before. */
    public VertxRelayTransport(Vertx vertx, RelaySettings settings) {
        this(vertx, settings, () -> config(settings));
    }

    VertxRelayTransport(Vertx vertx, RelaySettings settings, Supplier<MailConfig> config) {
        this.vertx = vertx;
        this.probe = () -> new SmtpConnection(vertx, config, SmtpTimeouts.within(settings.idleTimeout()));
        var connections = Stream.generate(probe).limit(settings.connections()).toList();
        this.pool = new SmtpConnectionPool(vertx, connections, WAITING_PER_SLOT * settings.connections());
        this.helloName = HelloName.find(vertx);
        this.keepsSecret = keepsSecret(settings);
    }

    @Override
    public int slots() {
        return pool.size();
    }

    /** Sends a message; the future completes on the caller's context. */
    @Override
    public Future<SmtpReply> send(Envelope envelope, byte[] message, SmtpProgress progress) {
        var caller = vertx.getOrCreateContext();
        var answer = Promise.<SmtpReply>promise();
        helloName
                .compose(name -> pool.send(name, WireMessage.of(envelope, message), progress))
                .recover(this::explained)
                .onComplete(ended -> caller.runOnContext(ignored -> answer.handle(ended)));
        return answer.future();
    }

    @Override
    public Future<Void> probe(Duration limit) {
        var connection = probe.get();
        return Timeouts.within(limit, helloName.compose(connection::probe))
                .recover(this::explained)
                .eventually(connection::close);
    }

    private <T> Future<T> explained(Throwable error) {
        var isWithheld =
                error instanceof SmtpException failure && failure.tlsFailure().isPresent() && keepsSecret;
        return Future.failedFuture(isWithheld ? SessionLogin.unencrypted() : error);
    }

    @Override
    public Future<Void> close() {
        return pool.close();
    }

    /**
     * Returns the client's configuration. Its idle timeout is only a fallback for our own: longer than the longest stage, the
     * final dot.
     */
    static MailConfig config(RelaySettings settings) {
        var timeouts = SmtpTimeouts.within(settings.idleTimeout());
        var config = new MailConfig()
                .setHostname(settings.host().orElse("127.0.0.1"))
                .setPort(settings.port())
                .setMaxPoolSize(1)
                .setPipelining(false)
                .setKeepAlive(true)
                .setKeepAliveTimeout(KEEP_IDLE_SECONDS)
                .setMaxMailsPerConnection(MESSAGES_PER_CONNECTION)
                .setConnectTimeout((int) timeouts.connect().toMillis())
                .setIdleTimeout((int) timeouts.dot().multipliedBy(3).toMillis())
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
        // Without it the greeting on a new connection comes 200 ms late: see SmtpClient.
        config.setTcpQuickAck(true);
        login(config, settings);
        return keepsSecret(settings) ? confidential(config, settings.tls()) : encryption(config, settings.tls());
    }

    /** Returns whether a connection may be without TLS, over which the password may not be shown to the server. */
    private static boolean keepsSecret(RelaySettings settings) {
        var mayBeClear = settings.tls() == RelaySettings.Tls.NONE || settings.tls() == RelaySettings.Tls.OPPORTUNISTIC;
        return mayBeClear
                && settings.username().isPresent()
                && !settings.loginWithoutTls()
                && settings.host()
                        .filter(host -> !LoopbackAddress.isLoopbackHost(host))
                        .isPresent();
    }

    private static void login(MailConfig config, RelaySettings settings) {
        config.setLogin(settings.username().isPresent() ? LoginOption.REQUIRED : LoginOption.DISABLED);
        settings.username().ifPresent(config::setUsername);
        settings.password().ifPresent(config::setPassword);
    }

    /** Logs in over TLS only, with any certificate, or without TLS by mechanisms that show no password. */
    private static MailConfig confidential(MailConfig config, RelaySettings.Tls tls) {
        return tls == RelaySettings.Tls.NONE
                ? encryption(config, tls).setAuthMethods(CHALLENGES)
                : encryption(config, tls).setStarttls(StartTLSOptions.REQUIRED);
    }

    /**
     * Returns the encryption settings. Opportunistic encryption is not checked against a host name: it is still better than
     * none (RFC 7435).
     */
    private static MailConfig encryption(MailConfig config, RelaySettings.Tls tls) {
        return switch (tls) {
            case NONE -> config.setStarttls(StartTLSOptions.DISABLED);
            case OPPORTUNISTIC -> config.setStarttls(StartTLSOptions.OPTIONAL).setTrustAll(true);
            case REQUIRED -> config.setStarttls(StartTLSOptions.REQUIRED);
            case IMPLICIT -> config.setStarttls(StartTLSOptions.DISABLED).setSsl(true);
        };
    }
}
