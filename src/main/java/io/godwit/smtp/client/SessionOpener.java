package io.godwit.smtp.client;

import io.godwit.core.LoopbackAddress;
import io.godwit.core.Timeouts;
import io.godwit.smtp.RelaySettings;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpExchange;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import io.godwit.smtp.TlsFacts;
import io.godwit.smtp.TlsFailure;
import io.godwit.smtp.client.ChannelFailure.BrokenChannelException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.ConnectOptions;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/** Opens one connection: connects, waits for the greeting, says EHLO, encrypts and logs in. Used once. */
final class SessionOpener {

    /** An IP address in text; it is no name for SNI (RFC 6066 §3). */
    private static final Pattern IP_ADDRESS = Pattern.compile("[0-9.]+|.*:.*");

    private final Vertx vertx;
    private final SmtpTarget target;
    private final SmtpTimeouts timeouts;
    private final List<SmtpExchange> exchanges = new ArrayList<>();
    private SmtpCapabilities capabilities = SmtpCapabilities.NONE;
    private long stepBegan = System.nanoTime();

    SessionOpener(Vertx vertx, SmtpTarget target) {
        this.vertx = vertx;
        this.target = target;
        this.timeouts = target.timeouts();
    }

    /** Opens a connection; fails with an {@link SmtpException} of the stage CONNECT. */
    Future<OpenConnection> open(NetClient client, boolean lockstep) {
        return client.connect(connectOptions())
                .recover(error -> Future.failedFuture(unreachable(error)))
                .compose(socket -> greet(SmtpChannel.of(vertx, socket, timeouts), lockstep));
    }

    private ConnectOptions connectOptions() {
        var options = new ConnectOptions()
                .setHost(target.address())
                .setPort(target.port())
                .setTimeout((int) timeouts.connect().toMillis())
                .setSsl(target.tls().mode() == RelaySettings.Tls.IMPLICIT)
                .setSslOptions(target.tls().options());
        return serverName().map(options::setSniServerName).orElse(options);
    }

    /** The name in the handshake; an address is none (RFC 6066 §3). */
    private Optional<String> serverName() {
        return target.tls().serverName().or(() -> Optional.of(target.host())).filter(name -> !IP_ADDRESS
                .matcher(name)
                .matches());
    }

    private static SmtpException unreachable(Throwable error) {
        return error instanceof SSLException
                ? SmtpException.unencrypted(
                        new TlsFailure(TlsFailure.Kind.HANDSHAKE, Optional.of(error)),
                        Optional.empty(),
                        "The mail server cannot be reached over TLS: " + error.getMessage())
                : new SmtpException(SmtpStage.CONNECT, Optional.empty(), "The mail server cannot be reached");
    }

    private Future<OpenConnection> greet(SmtpChannel channel, boolean lockstep) {
        ended("connect", Optional.empty());
        return channel.greeting(timeouts.greeting())
                .onSuccess(reply -> ended("greeting", Optional.of(reply)))
                .compose(reply -> accept(reply, 220))
                .compose(ignored -> hello(channel))
                .compose(ignored -> startTls(channel))
                .compose(ignored -> logIn(channel))
                .map(ignored -> opened(channel, lockstep))
                .recover(error -> channel.close().transform(ignored -> Future.failedFuture(known(error))));
    }

    private OpenConnection opened(SmtpChannel channel, boolean lockstep) {
        return new OpenConnection(
                target, channel, capabilities, tls(channel.socket()), lockstep, List.copyOf(exchanges));
    }

    private Optional<TlsFacts> tls(NetSocket socket) {
        return socket.isSsl()
                ? Optional.of(new TlsFacts(
                        socket.sslSession().getProtocol(),
                        socket.sslSession().getCipherSuite(),
                        target.tls().verification()))
                : Optional.empty();
    }

    private static Throwable known(Throwable error) {
        return error instanceof BrokenChannelException broken
                ? new SmtpException(
                        SmtpStage.CONNECT,
                        broken.failure().reply(),
                        broken.failure().sentence())
                : error;
    }

    private static Future<Void> accept(SmtpReply reply, int code) {
        return reply.code() == code ? Future.succeededFuture() : refused(reply);
    }

    private static <T> Future<T> refused(SmtpReply reply) {
        return Future.failedFuture(new SmtpException(
                SmtpStage.CONNECT, Optional.of(reply), "The mail server refused the connection or the login"));
    }

    /** A server that does not know EHLO is greeted with HELO (RFC 5321 §3.2). */
    private Future<Void> hello(SmtpChannel channel) {
        return command(channel, "EHLO " + target.helloName(), "EHLO").compose(reply -> {
            if (reply.isClass(5)) {
                capabilities = SmtpCapabilities.NONE;
                return command(channel, "HELO " + target.helloName(), "HELO").compose(helo -> accept(helo, 250));
            }
            capabilities = SmtpCapabilities.of(reply);
            return accept(reply, 250);
        });
    }

    private Future<Void> startTls(SmtpChannel channel) {
        var mode = target.tls().mode();
        if (mode == RelaySettings.Tls.NONE || mode == RelaySettings.Tls.IMPLICIT) {
            return Future.succeededFuture();
        }
        if (!capabilities.startTls()) {
            return unlessRequired(TlsFailure.Kind.NOT_OFFERED, Optional.empty(), "The mail server offers no STARTTLS");
        }
        return command(channel, "STARTTLS", "STARTTLS")
                .compose(reply -> reply.code() == 220
                        ? encrypt(channel)
                        : unlessRequired(
                                TlsFailure.Kind.REFUSED, Optional.of(reply), "The mail server refused STARTTLS"));
    }

    private Future<Void> unlessRequired(TlsFailure.Kind kind, Optional<SmtpReply> reply, String sentence) {
        return target.tls().mode() == RelaySettings.Tls.OPPORTUNISTIC
                ? Future.succeededFuture()
                : Future.failedFuture(
                        SmtpException.unencrypted(new TlsFailure(kind, Optional.empty()), reply, sentence));
    }

    /** Forgets the offers of before (RFC 3207 §4.2). */
    private Future<Void> encrypt(SmtpChannel channel) {
        var upgrade = channel.encrypt(target.tls().options(), serverName());
        return Timeouts.within(timeouts.connect(), upgrade)
                .onSuccess(ignored -> ended("tls", Optional.empty()))
                .recover(error -> Future.failedFuture(SmtpException.unencrypted(
                        new TlsFailure(TlsFailure.Kind.HANDSHAKE, Optional.of(error)),
                        Optional.empty(),
                        "The connection to the mail server cannot be encrypted: " + error.getMessage())))
                .compose(ignored -> hello(channel));
    }

    private Future<Void> logIn(SmtpChannel channel) {
        return target.credentials()
                .map(credentials -> new SessionLogin(vertx, target, credentials, line -> command(channel, line, "AUTH"))
                        .logIn(capabilities, credentials.withoutTls() || isConfidential(channel.socket())))
                .orElseGet(Future::succeededFuture);
    }

    /** Returns whether nobody on the way to the server reads what is sent. */
    private static boolean isConfidential(NetSocket socket) {
        return socket.isSsl()
                || Optional.ofNullable(socket.remoteAddress())
                        .map(SocketAddress::hostAddress)
                        .filter(LoopbackAddress::isLoopback)
                        .isPresent();
    }

    private Future<SmtpReply> command(SmtpChannel channel, String line, String step) {
        if (!channel.isUsable()) {
            channel.nonsense("The mail server answered more than it was sent");
        }
        return channel.command(line, step, timeouts.greeting()).onSuccess(reply -> ended(step, Optional.of(reply)));
    }

    private void ended(String step, Optional<SmtpReply> reply) {
        var now = System.nanoTime();
        exchanges.add(new SmtpExchange(step, Duration.ofNanos(now - stepBegan), reply));
        stepBegan = now;
    }
}
