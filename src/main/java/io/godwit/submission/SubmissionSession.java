package io.godwit.submission;

import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.LoopbackAddress;
import io.godwit.core.SecurityLog;
import io.godwit.core.Tenant.Caller;
import io.godwit.smtp.server.SmtpHandler;
import io.godwit.submission.SubmissionService.QueuedMessage;
import io.godwit.submission.SubmissionService.Received;
import io.godwit.web.KeyAuthenticator.Grant;
import io.godwit.web.KeyScope;
import io.godwit.web.limits.AddressRateLimiter;
import io.godwit.web.limits.KeyUseLog;
import io.vertx.core.Future;
import java.util.Map;
import java.util.Optional;

/** Decides about the commands of one connection: who may log in, from whom and to whom messages are taken, and what becomes of them. */
final class SubmissionSession implements SmtpHandler {

    /** The longest key that is looked up; keys have 67 characters. */
    private static final int MAX_KEY_LENGTH = 128;

    private static final String AWAY = "The database is away, come again later";

    private final SubmissionDependencies dependencies;
    private final SubmissionService service;
    private final SubmissionSettings settings;
    private final KeyUseLog keyUses;
    private Optional<String> key = Optional.empty();

    SubmissionSession(
            SubmissionDependencies dependencies,
            SubmissionService service,
            SubmissionSettings settings,
            KeyUseLog keyUses) {
        this.dependencies = dependencies;
        this.service = service;
        this.settings = settings;
        this.keyUses = keyUses;
    }

    @Override
    public Optional<String> refusalOfLogin(SmtpPeer peer) {
        return isConfidential(peer) ? Optional.empty() : Optional.of("538 5.7.11 Say STARTTLS before you show a key");
    }

    private boolean isConfidential(SmtpPeer peer) {
        return peer.encrypted() || (settings.plainOnLoopback() && LoopbackAddress.isLoopback(peer.address()));
    }

    /** The user name is free: the key alone tells the project, as in every other call. */
    @Override
    public Future<LoginResult> login(SmtpPeer peer, String user, String password) {
        if (!dependencies.databaseIsUp().getAsBoolean()) {
            return Future.succeededFuture(new LoginResult("454 4.7.0 " + AWAY, false));
        }
        return authenticated(password)
                .map(found -> {
                    key = Optional.of(password);
                    keyUses.note(found, peer.address(), Map.entry("protocol", "smtp"));
                    return new LoginResult("235 2.7.0 Welcome", true);
                })
                .recover(error -> error instanceof Failure failure && failure.kind() == Failure.Kind.INVALID_API_KEY
                        ? wrongKey(peer, failure)
                        : Future.failedFuture(error));
    }

    private Future<Grant> authenticated(String password) {
        if (password.isEmpty() || password.length() > MAX_KEY_LENGTH) {
            return Future.failedFuture(
                    Failure.of(Failure.Kind.INVALID_API_KEY, "The password is the secret key of a project"));
        }
        return dependencies.keys().authenticate(password).map(SubmissionSession::requireSender);
    }

    private static Grant requireSender(Grant grant) {
        if (grant.tenant().caller() != Caller.SECRET_KEY) {
            throw Failure.of(Failure.Kind.INVALID_API_KEY, "A public key cannot be used here; use the secret key");
        } else if (grant.scope() != KeyScope.FULL && grant.scope() != KeyScope.SEND) {
            throw Failure.of(Failure.Kind.INVALID_API_KEY, "This key may not send");
        }
        return grant;
    }

    /** Counts a wrong key for the client's network; a client beyond the limit of wrong passwords is sent away. */
    private Future<LoginResult> wrongKey(SmtpPeer peer, Failure failure) {
        SecurityLog.write(
                SecurityLog.Event.KEY_USE,
                SecurityLog.Outcome.REFUSED,
                Map.of("client", peer.address(), "protocol", "smtp"));
        return dependencies
                .wrongKeys()
                .countAttempt(AddressRateLimiter.network(peer.address()).toString())
                .map(ignored -> new LoginResult(
                        SubmissionException.of("535 5.7.8", failure.sentence()).reply(), false))
                .recover(limited -> limited instanceof Failure
                        ? Future.succeededFuture(
                                new LoginResult("421 4.7.0 Too many wrong keys from your address", false))
                        : Future.failedFuture(limited));
    }

    /** Checks the key once more: it may have been revoked since the login. */
    @Override
    public Future<Optional<String>> refusalOfSender(SmtpPeer peer, String from) {
        if (!isConfidential(peer)) {
            return refused("530 5.7.0 Must issue a STARTTLS command first");
        } else if (key.isEmpty()) {
            return refused("530 5.7.0 Log in with the secret key of a project");
        } else if (!dependencies.databaseIsUp().getAsBoolean()) {
            return refused("451 4.3.0 " + AWAY);
        }
        return authenticated(key.get()).map(this::refusal).recover(SubmissionSession::reply);
    }

    private Optional<String> refusal(Grant found) {
        if (found.disabled()) {
            return Optional.of("550 5.7.1 The project is disabled");
        }
        return dependencies
                .requests()
                .admit(found.tenant().project().value(), found.requestsPerMinute())
                .filter(decision -> !decision.admitted())
                .map(decision -> "450 4.7.1 Too many requests, come again in " + decision.retrySeconds() + " seconds");
    }

    @Override
    public Future<Optional<String>> refusal(SmtpPeer peer, String from, String recipient) {
        return EmailAddress.parse(recipient).isPresent()
                ? Future.succeededFuture(Optional.empty())
                : refused(SubmissionException.of("553 5.1.3", EmailAddress.mistake(recipient))
                        .reply());
    }

    /** Checks the key a last time before the message is queued. */
    @Override
    public Future<String> receive(ReceivedMessage message) {
        return authenticated(key.orElseThrow())
                .compose(found -> service.accept(received(found, message)))
                .map(SubmissionSession::accepted)
                .recover(error -> reply(error).map(Optional::orElseThrow));
    }

    private static Received received(Grant found, ReceivedMessage message) {
        var protocol = message.peer().encrypted() ? "ESMTPSA" : "ESMTPA";
        return new Received(
                found.tenant(),
                message.from(),
                message.recipients().stream()
                        .map(recipient -> EmailAddress.parse(recipient).orElseThrow())
                        .toList(),
                message.message(),
                protocol);
    }

    private static String accepted(QueuedMessage queued) {
        return "250 2.0.0 Queued as " + queued.email()
                + (queued.emails() > 1 ? " and " + (queued.emails() - 1) + " more" : "");
    }

    /** Completes with the reply to a refusal; an error that is none stays one. */
    private static Future<Optional<String>> reply(Throwable error) {
        if (error instanceof SubmissionException refused) {
            return refused(refused.reply());
        }
        return error instanceof Failure failure
                ? refused(SubmissionException.of(failure).reply())
                : Future.failedFuture(error);
    }

    private static Future<Optional<String>> refused(String reply) {
        return Future.succeededFuture(Optional.of(reply));
    }
}
