package io.godwit.delivery.egress;

import io.godwit.core.ContextPromise;
import io.godwit.delivery.tls.TlsPolicyResolver;
import io.godwit.delivery.tls.TlsRequirement;
import io.godwit.delivery.tls.TlsSession;
import io.godwit.delivery.tls.TlsSessionRecorder;
import io.godwit.smtp.RelaySettings;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.TlsFailure;
import io.godwit.smtp.client.SmtpClient;
import io.godwit.smtp.client.SmtpClientSession;
import io.godwit.smtp.client.SmtpTarget;
import io.godwit.smtp.client.SmtpTimeouts;
import io.godwit.smtp.client.TlsPolicy;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Opens a session with one address of a mail host, encrypted as the policy of the recipient's domain and the rules of the site ask
 * for, and records it for TLS reports. All its state belongs to the context it is used on.
 */
final class HostSessionOpener {

    /** The time a connection may take before the next address is tried. */
    private static final Duration CONNECT = Duration.ofSeconds(15);

    /** An address of a mail host. */
    record Candidate(String host, InetAddress address) {}

    /** No session was opened, because the host does not meet the policy of the recipient's domain for encryption. */
    static final class UnmetTlsPolicyException extends RuntimeException {

        private static final long serialVersionUID = 1;

        private final transient SmtpException failure;

        UnmetTlsPolicyException(SmtpException failure) {
            super(failure.getMessage(), failure, false, false);
            this.failure = failure;
        }

        SmtpException failure() {
            return failure;
        }
    }

    private final Vertx vertx;
    private final TlsPolicyResolver policies;
    private final TlsSessionRecorder sessions;
    private final int port;
    private final SmtpTimeouts timeouts;
    private final Map<String, SmtpClient> sourceToClient = new HashMap<>();

    HostSessionOpener(
            Vertx vertx, TlsPolicyResolver policies, TlsSessionRecorder sessions, int port, Duration maxTimeout) {
        this.vertx = vertx;
        this.policies = policies;
        this.sessions = sessions;
        this.port = port;
        var within = SmtpTimeouts.within(maxTimeout);
        this.timeouts = new SmtpTimeouts(
                within.connect().compareTo(CONNECT) < 0 ? within.connect() : CONNECT,
                within.greeting(),
                within.command(),
                within.data(),
                within.block(),
                within.dot());
    }

    /**
     * Completes with an open session. Fails with an {@link UnmetTlsPolicyException} where a policy forbids the session, else with the
     * {@link SmtpException} of the host. A session of a domain without a policy is not recorded.
     */
    Future<SmtpClientSession> open(ConnectionRequest request, Candidate candidate) {
        var route = request.route();
        return route.tlsPolicy()
                ? ContextPromise.onCallersContext(vertx, policies.resolve(route.domain(), candidate.host(), port))
                        .compose(requirement -> open(request, candidate, requirement))
                : client(request.source()).open(target(request.source(), candidate, TlsPolicy.OPPORTUNISTIC));
    }

    private Future<SmtpClientSession> open(ConnectionRequest request, Candidate candidate, TlsRequirement requirement) {
        var obstacle = requirement.refusal();
        if (obstacle.isPresent()) {
            sessions.record(TlsSession.refused(requirement));
            return Future.failedFuture(new UnmetTlsPolicyException(SmtpException.unencrypted(
                    new TlsFailure(TlsFailure.Kind.HANDSHAKE, Optional.empty()),
                    Optional.empty(),
                    obstacle.get().sentence())));
        }
        var source = request.source();
        var address = Optional.of(candidate.address().getHostAddress());
        return client(source)
                .open(target(source, candidate, policy(request, requirement)))
                .onSuccess(
                        session -> sessions.record(TlsSession.opened(requirement, source.address(), address, session)))
                .onFailure(error -> TlsSession.failed(requirement, source.address(), address, error)
                        .ifPresent(sessions::record))
                .recover(error -> Future.failedFuture(unmet(requirement, error)));
    }

    private static Throwable unmet(TlsRequirement requirement, Throwable error) {
        return !requirement.isOpportunistic()
                        && error instanceof SmtpException failure
                        && failure.tlsFailure().isPresent()
                ? new UnmetTlsPolicyException(failure)
                : error;
    }

    /** The encryption the domain asks for, but at least what the rules of the site ask for. */
    private static TlsPolicy policy(ConnectionRequest request, TlsRequirement requirement) {
        return requirement.tlsPolicy(
                request.site().limits().tlsRequired() ? RelaySettings.Tls.REQUIRED : requirement.mode());
    }

    private SmtpTarget target(EgressSource source, Candidate candidate, TlsPolicy tls) {
        return new SmtpTarget(
                candidate.host(),
                candidate.address().getHostAddress(),
                port,
                source.helloName(),
                tls,
                Optional.empty(),
                timeouts);
    }

    private SmtpClient client(EgressSource source) {
        return sourceToClient.computeIfAbsent(source.name(), ignored -> SmtpClient.create(vertx, source.address()));
    }

    Future<Void> close() {
        return Future.join(
                        sourceToClient.values().stream().map(SmtpClient::close).toList())
                .mapEmpty();
    }
}
