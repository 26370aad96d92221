package io.godwit.delivery.egress;

import io.godwit.core.ContextPromise;
import io.godwit.core.MonotonicClock;
import io.godwit.delivery.egress.HostSessionOpener.Candidate;
import io.godwit.delivery.egress.HostSessionOpener.UnmetTlsPolicyException;
import io.godwit.delivery.routing.MailRoute;
import io.godwit.delivery.routing.MxResolver;
import io.godwit.delivery.routing.RoutingException;
import io.godwit.delivery.shaping.ShapingKey;
import io.godwit.delivery.tls.TlsPolicyResolver;
import io.godwit.delivery.tls.TlsSessionRecorder;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.client.SmtpClientSession;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Opens connections to the mail hosts of a route, one host after the other: the next one when a host cannot be reached or refuses
 * at its greeting, as refusals there are about us and not about the recipient. After a transient refusal only one more host is
 * tried. A failure that is not of the whole site holds only the emails it concerns: those of the domain when a host does not meet its
 * policy for encryption, and those to the addresses when {@link RouteMemory} has not seen a site that many domains share take mail
 * there.
 *
 * <p>All its state belongs to the context it is used on.
 */
public final class Connector {

    /** Max addresses tried for one connection. */
    private static final int MAX_TRIES = 6;

    /** Max transient refusals at the greeting before the site is left alone. */
    private static final int MAX_DEFERRALS = 2;

    private final Vertx vertx;
    private final MxResolver resolver;
    private final TlsPolicyResolver policies;
    private final int port;
    private final HostSessionOpener opener;
    private final RouteMemory memory = new RouteMemory(new MonotonicClock());
    private final OpenConnectionCounter counter = new OpenConnectionCounter();

    /**
     * @param policies the encryption that hosts must have
     * @param sessions counts the sessions for TLS reports
     * @param port of mail hosts
     * @param maxTimeout cuts the time-outs of RFC 5321 §4.5.3.2
     */
    public Connector(
            Vertx vertx,
            MxResolver resolver,
            TlsPolicyResolver policies,
            TlsSessionRecorder sessions,
            int port,
            Duration maxTimeout) {
        this.vertx = vertx;
        this.resolver = resolver;
        this.policies = policies;
        this.port = port;
        this.opener = new HostSessionOpener(vertx, policies, sessions, port, maxTimeout);
    }

    /**
     * Completes with an open session. Fails with a {@link RoutingException} when no host has an address that may be connected to,
     * with a {@link HeldException} after a failure that is not of the whole site, else with the {@link SmtpException} of the last
     * refusal, or of the last failure where no host replied.
     */
    Future<SmtpClientSession> open(ConnectionRequest request) {
        memory.started(request.key(), request.route());
        return candidates(request.source(), request.route()).compose(candidates -> {
            if (candidates.isEmpty()) {
                return Future.failedFuture(
                        RoutingException.noAddress(request.route().domain()));
            }
            var held = memory.findHold(
                    request.key(), candidates.stream().map(Candidate::address).toList());
            if (held.isPresent()) {
                return Future.failedFuture(held.get());
            }
            candidates.removeIf(candidate ->
                    memory.findHold(request.key(), List.of(candidate.address())).isPresent());
            return new Tries(request, candidates).next();
        });
    }

    /** Returns the reason no connection is opened for the domain of the route now, although its site takes connections. */
    Optional<HeldException> findHold(ShapingKey site, MailRoute route) {
        return memory.findHold(site, route);
    }

    /** Returns the failures and successes of connections so far. */
    RouteMemory memory() {
        return memory;
    }

    /** Returns the number of connections that are open now, by source. */
    OpenConnectionCounter counter() {
        return counter;
    }

    /** Forgets the failures that hold single domains and addresses of the site. */
    void clearFailures(ShapingKey site) {
        memory.clearFailures(site);
    }

    /**
     * Completes with a name for the connections that may carry email of the route: those of its hosts, and of its domain alone where
     * a policy of the domain is checked when they are opened.
     */
    Future<String> connectionGroup(MailRoute route) {
        if (!route.tlsPolicy()) {
            return Future.succeededFuture(route.site());
        }
        var requirements = route.hostNames().stream()
                .map(host -> policies.resolve(route.domain(), host, port))
                .toList();
        return ContextPromise.onCallersContext(vertx, Future.join(requirements))
                .map(ignored ->
                        requirements.stream().allMatch(found -> found.result().isOpportunistic())
                                ? route.site()
                                : route.domain() + " " + route.site());
    }

    /** The addresses in the order of the hosts, those that were dead a while ago last. */
    private Future<Deque<Candidate>> candidates(EgressSource source, MailRoute route) {
        var lookups = route.hostNames().stream()
                .map(host -> resolver.addresses(host, source.family()).map(found -> found.stream()
                        .map(address -> new Candidate(host, address))
                        .toList()))
                .toList();
        return ContextPromise.onCallersContext(vertx, Future.join(lookups)).map(ignored -> {
            var alive = new ArrayDeque<Candidate>();
            var tried = new ArrayList<Candidate>();
            lookups.stream().map(Future::result).flatMap(List::stream).forEach(candidate -> {
                (memory.isDead(candidate.address()) ? tried : alive).add(candidate);
            });
            alive.addAll(tried);
            return alive;
        });
    }

    Future<Void> close() {
        return opener.close();
    }

    /** The tries for one connection. */
    private final class Tries {

        private final ConnectionRequest request;
        private final MailRoute route;
        private final Deque<Candidate> left;
        private final List<InetAddress> tried = new ArrayList<>();
        private int deferrals;
        private Optional<SmtpException> refusal = Optional.empty();
        private Optional<SmtpException> policyFailure = Optional.empty();

        private Tries(ConnectionRequest request, Deque<Candidate> left) {
            this.request = request;
            this.route = request.route();
            this.left = left;
        }

        private Future<SmtpClientSession> next() {
            var candidate = left.remove();
            tried.add(candidate.address());
            memory.started(request.key(), candidate.address());
            return opener.open(request, candidate)
                    .compose(
                            session -> {
                                memory.opened(request.key(), route, candidate.address());
                                return Future.succeededFuture(session);
                            },
                            error -> failed(candidate, error));
        }

        private Future<SmtpClientSession> failed(Candidate candidate, Throwable error) {
            if (error instanceof UnmetTlsPolicyException unmet) {
                policyFailure = Optional.of(unmet.failure());
                return failed(candidate, unmet.failure());
            }
            return error instanceof SmtpException failure ? failed(candidate, failure) : Future.failedFuture(error);
        }

        private Future<SmtpClientSession> failed(Candidate candidate, SmtpException failure) {
            if (failure.reply().isEmpty() && failure.tlsFailure().isEmpty()) {
                memory.unreachable(candidate.address());
            } else {
                refusal = Optional.of(failure);
            }
            deferrals += failure.reply().filter(reply -> reply.isClass(4)).isPresent() ? 1 : 0;
            return left.isEmpty() || tried.size() == MAX_TRIES || deferrals == MAX_DEFERRALS
                    ? Future.failedFuture(failed(refusal.orElse(failure)))
                    : next();
        }

        /** The failure of all tries: a host that was left out for the policy of the domain may take the mail of other domains. */
        private RuntimeException failed(SmtpException last) {
            if (policyFailure.isPresent()) {
                return memory.policyFailed(request.key(), route, sentence(policyFailure.get()), request.startedAt());
            }
            var ofSite = memory.isOfSite(request.site(), tried)
                    || last.reply().filter(request.aboutSource()).isPresent();
            return ofSite ? last : memory.addressesFailed(request.key(), tried, sentence(last), request.startedAt());
        }

        private String sentence(SmtpException failure) {
            return "No mail host of " + route.domain() + " took the connection: "
                    + failure.reply()
                            .map(reply -> reply.code() + " " + reply.text())
                            .orElseGet(() -> String.valueOf(failure.getMessage()));
        }
    }
}
