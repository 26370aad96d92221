package io.godwit.smtp.client;

import io.godwit.smtp.RelaySettings;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import io.godwit.smtp.client.sasl.SaslMechanism;
import io.godwit.smtp.client.sasl.SaslMechanism.UntrustedServerException;
import io.godwit.smtp.client.sasl.ScramSha256;
import io.godwit.smtp.client.sasl.SimpleMechanisms;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Logs in with AUTH (RFC 4954). Where the choice is left to it, it tries SCRAM-SHA-256 first, if offered, and then PLAIN or LOGIN:
 * many servers offer SCRAM-SHA-256 and keep passwords in a form it cannot use. Mechanisms that show the secret are only for a
 * connection that keeps it confidential (RFC 4954 §9, RFC 7628 §4): an attacker on the way can take the offer of STARTTLS out.
 */
final class SessionLogin {

    private static final int ACCEPTED = 235;
    private static final int CHALLENGE = 334;

    /** Challenges after which a mechanism is given up; none has more than two. */
    private static final int MAX_CHALLENGES = 4;

    private static final String UNENCRYPTED =
            "The connection to the mail server has no TLS, so that the login is not shown to it: set mail.tls (GODWIT_MAIL_TLS) to"
                    + " required or implicit, or in a network of your own mail.login-without-tls (GODWIT_MAIL_LOGIN_WITHOUT_TLS) to true";

    private final Vertx vertx;
    private final SmtpTarget target;
    private final SmtpCredentials credentials;
    private final Function<String, Future<SmtpReply>> command;

    /** @param command writes a line and completes with the reply */
    SessionLogin(
            Vertx vertx, SmtpTarget target, SmtpCredentials credentials, Function<String, Future<SmtpReply>> command) {
        this.vertx = vertx;
        this.target = target;
        this.credentials = credentials;
        this.command = command;
    }

    /**
     * Fails with an {@link SmtpException} that has the last refusal, or {@link #unencrypted()}.
     *
     * @param confidential whether the secret may be shown to the server
     */
    Future<Void> logIn(SmtpCapabilities capabilities, boolean confidential) {
        var mechanisms = mechanisms(capabilities.authMechanisms());
        if (mechanisms.isEmpty()) {
            return failed(Optional.empty(), "The mail server offers no login that this client knows");
        }
        var usable = mechanisms.stream()
                .filter(mechanism -> confidential || mechanism == RelaySettings.Auth.SCRAM_SHA_256)
                .toList();
        if (usable.isEmpty()) {
            return Future.failedFuture(unencrypted());
        }
        return tryNext(usable)
                .recover(error -> usable.size() < mechanisms.size() && isRefusedForGood(error)
                        ? Future.failedFuture(unencrypted())
                        : Future.failedFuture(error));
    }

    private static boolean isRefusedForGood(Throwable error) {
        return error instanceof SmtpException failure
                && failure.reply().filter(reply -> reply.isClass(5)).isPresent();
    }

    /** Returns the failure of a login whose secret is kept from the server; as a reply, it is that of a server which wants TLS. */
    static SmtpException unencrypted() {
        return EnvelopeCommands.refusal(SmtpStage.CONNECT, 538, "5.7.11", UNENCRYPTED);
    }

    private List<RelaySettings.Auth> mechanisms(Set<String> offered) {
        if (credentials.mechanism() != RelaySettings.Auth.AUTO) {
            return List.of(credentials.mechanism());
        }
        var password = Stream.of(RelaySettings.Auth.PLAIN, RelaySettings.Auth.LOGIN)
                .filter(mechanism -> offered.contains(name(mechanism)))
                .limit(1);
        var withPassword = Stream.concat(
                        Stream.of(RelaySettings.Auth.SCRAM_SHA_256).filter(scram -> offered.contains(name(scram))),
                        password)
                .toList();
        return withPassword.isEmpty()
                ? Stream.of(RelaySettings.Auth.OAUTHBEARER, RelaySettings.Auth.XOAUTH2)
                        .filter(mechanism -> offered.contains(name(mechanism)))
                        .limit(1)
                        .toList()
                : withPassword;
    }

    private static String name(RelaySettings.Auth mechanism) {
        return mechanism.name().replace('_', '-');
    }

    private Future<Void> tryNext(List<RelaySettings.Auth> mechanisms) {
        var mechanism = create(mechanisms.get(0));
        return begin(mechanism).compose(reply -> {
            if (reply.code() == ACCEPTED) {
                return mechanism.isComplete()
                        ? Future.succeededFuture()
                        : failed(Optional.empty(), "The mail server did not prove that it knows the password");
            }
            return reply.isClass(5) && mechanisms.size() > 1
                    ? tryNext(mechanisms.subList(1, mechanisms.size()))
                    : failed(Optional.of(reply), "The mail server refused the connection or the login");
        });
    }

    private SaslMechanism create(RelaySettings.Auth mechanism) {
        var username = credentials.username();
        var secret = credentials.secret();
        return switch (mechanism) {
            case PLAIN, AUTO -> SimpleMechanisms.plain(username, secret);
            case LOGIN -> SimpleMechanisms.login(username, secret);
            case XOAUTH2 -> SimpleMechanisms.xoauth2(username, secret);
            case OAUTHBEARER -> SimpleMechanisms.oauthBearer(username, secret, target.host(), target.port());
            case SCRAM_SHA_256 -> new ScramSha256(vertx, username, secret);
        };
    }

    private Future<SmtpReply> begin(SaslMechanism mechanism) {
        var initial = mechanism
                .initialResponse()
                .map(response -> " " + base64(response))
                .orElse("");
        return command.apply("AUTH " + mechanism.name() + initial)
                .compose(reply -> proceed(mechanism, reply, MAX_CHALLENGES));
    }

    /** Answers challenges until the server says something else; {@code *} cancels the login (RFC 4954 §4). */
    private Future<SmtpReply> proceed(SaslMechanism mechanism, SmtpReply reply, int challengesLeft) {
        if (reply.code() != CHALLENGE) {
            return Future.succeededFuture(reply);
        }
        if (challengesLeft == 0) {
            return command.apply("*");
        }
        return mechanism
                .answer(challenge(reply))
                .compose(response -> command.apply(base64(response)))
                .compose(next -> proceed(mechanism, next, challengesLeft - 1))
                .recover(error -> error instanceof UntrustedServerException
                        ? failed(Optional.empty(), String.valueOf(error.getMessage()))
                        : Future.failedFuture(error));
    }

    /** A challenge that is no Base64 is empty: LOGIN's is only for people, and the other mechanisms then fail. */
    private static byte[] challenge(SmtpReply reply) {
        try {
            return Base64.getDecoder().decode(reply.lines().get(0));
        } catch (IllegalArgumentException notBase64) {
            return new byte[0];
        }
    }

    private static String base64(byte[] octets) {
        return Base64.getEncoder().encodeToString(octets);
    }

    private static <T> Future<T> failed(Optional<SmtpReply> reply, String sentence) {
        return Future.failedFuture(new SmtpException(SmtpStage.CONNECT, reply, sentence));
    }
}
