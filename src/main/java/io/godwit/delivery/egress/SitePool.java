package io.godwit.delivery.egress;

import io.godwit.delivery.egress.LeaseRequestQueue.Waiting;
import io.godwit.delivery.shaping.Hold;
import io.godwit.delivery.shaping.ShapedSite;
import io.godwit.delivery.shaping.ShapingKey;
import io.godwit.delivery.shaping.StartPermit;
import io.godwit.delivery.shaping.TrafficShaper;
import io.godwit.smtp.SmtpException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of one egress source to one site. The connection that became free last is leased first; where all are in use, an email
 * goes behind others on one of them, or waits for it, at most as many as the connections carry.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class SitePool {

    private static final Logger LOG = LoggerFactory.getLogger(SitePool.class);

    private final Clock clock;
    private final TrafficShaper shaper;
    private final ConnectFailureReporter failures;
    private final Connector connector;
    private final EgressSource source;
    private ShapedSite site;
    private final Set<PooledConnection> open = new HashSet<>();
    private final IdleConnections idle;
    private final LeaseRequestQueue waiting = new LeaseRequestQueue();
    private int opening;
    private boolean closed;

    SitePool(
            Vertx vertx, Clock clock, TrafficShaper shaper, Connector connector, EgressSource source, ShapedSite site) {
        this.idle = new IdleConnections(vertx);
        this.clock = clock;
        this.shaper = shaper;
        this.failures = new ConnectFailureReporter(shaper);
        this.connector = connector;
        this.source = source;
        this.site = site;
    }

    ShapingKey key() {
        return site.from(source.name());
    }

    /** Follows a change of the rules. */
    void update(ShapedSite current) {
        site = current;
    }

    /** Returns the number of emails that may go behind others on the connections of this pool. */
    int overlap() {
        var overlapping = open.stream().filter(one -> one.session().overlaps()).count();
        return (int) overlapping * (PooledConnection.MAX_EMAILS - 1);
    }

    /** Returns whether there is no connection, and none is wanted. */
    boolean isUnused() {
        return open.isEmpty() && opening == 0 && waiting.isEmpty();
    }

    /**
     * Completes with a connection for one email, which has to be given to {@link #release}: an unused one, a new one where the site
     * takes one more, or one that other emails are on. Fails with a {@link HeldException} when there is none, or with a {@link
     * io.godwit.delivery.routing.RoutingException}.
     */
    Future<PooledConnection> acquire(LeaseRequest lease) {
        if (closed) {
            return Future.failedFuture(lost());
        }
        var next = Waiting.of(lease);
        var refused = serve(next);
        if (refused.isPresent() && (busy() == 0 || waiting.size() >= open.size() + opening + overlap())) {
            next.connection().fail(HeldException.of(refused.get(), clock.instant()));
        } else if (refused.isPresent()) {
            waiting.add(next);
        }
        return next.connection().future();
    }

    /**
     * Gives the email a connection, or the failure it has to end with; returns the reason there is no new connection when it has to wait
     * on.
     */
    private Optional<StartPermit> serve(Waiting next) {
        var lease = next.lease();
        var now = clock.instant();
        var reserved = shaper.connectionHold(source.name(), site, lease.request(), busy(), now);
        var unused = reserved.isPresent() ? Optional.<PooledConnection>empty() : idle.take(lease.group(), this::end);
        if (unused.isPresent()) {
            next.connection().complete(unused.get().leased());
            return Optional.empty();
        }
        var held = connector.findHold(key(), lease.route());
        if (held.isPresent()) {
            next.connection().fail(held.get());
            return Optional.empty();
        }
        var permit = reserved.orElseGet(this::connectPermit);
        if (permit.granted()) {
            connect(lease).onComplete(next.connection());
            return Optional.empty();
        }
        var shared = overlap(lease.group());
        shared.ifPresent(connection -> next.connection().complete(connection.leased()));
        return shared.isPresent() ? Optional.empty() : Optional.of(permit);
    }

    /** Returns the number of connections that carry emails or are being opened. */
    private int busy() {
        return opening + open.size() - idle.size();
    }

    private StartPermit connectPermit() {
        var permit = shaper.tryConnect(source.name(), site, clock.instant());
        return isForConnections(permit) && closeIdle()
                ? shaper.tryConnect(source.name(), site, clock.instant())
                : permit;
    }

    /** Returns the connection with the fewest emails that another email may go behind. */
    private Optional<PooledConnection> overlap(String group) {
        return open.stream()
                .filter(one -> one.group().equals(group) && one.mayOverlap() && one.promised() < maxEmails(one))
                .min(Comparator.comparing(PooledConnection::emails));
    }

    private int maxEmails(PooledConnection connection) {
        return Math.min(
                maxEmails(), connection.session().capabilities().maxMessages().orElse(Integer.MAX_VALUE));
    }

    private static boolean isForConnections(StartPermit permit) {
        return permit.hold()
                .filter(hold -> hold.code() == Hold.Code.CONNECTIONS)
                .isPresent();
    }

    /** Closes the connection that is idle for longest, which leads to other hosts of the site. */
    private boolean closeIdle() {
        var oldest = idle.oldest();
        oldest.ifPresent(this::quit);
        return oldest.isPresent();
    }

    private Future<PooledConnection> connect(LeaseRequest lease) {
        var startedAt = clock.instant();
        opening++;
        return connector
                .open(new ConnectionRequest(
                        source, lease.route(), site, reply -> failures.isAboutSource(reply, site), startedAt))
                .onComplete(ignored -> opening--)
                .map(session -> {
                    shaper.connected(key());
                    var connection = new PooledConnection(lease.group(), session);
                    open.add(connection);
                    connector.counter().opened(source.name());
                    session.onReady(() -> ready(connection));
                    return connection.leased();
                })
                .recover(error -> Future.failedFuture(notConnected(error, startedAt)));
    }

    private Throwable notConnected(Throwable error, Instant startedAt) {
        var now = clock.instant();
        if (!(error instanceof SmtpException failure)) {
            shaper.notConnected(key());
            serveWaiting();
            return error;
        }
        var held = failures.failed(key(), site, failure, startedAt, now);
        if (open.isEmpty() && opening == 0) {
            waiting.failAll(held);
        } else if (busy() == 0) {
            serveWaiting();
        }
        return held;
    }

    /**
     * Takes a connection back from an email. The connection serves other emails that are on it, or is leased again; one that has ended,
     * or has carried enough emails, is closed.
     *
     * @param unsent whether the email was not handed to the session
     */
    void release(PooledConnection connection, boolean unsent) {
        connection.returned(unsent);
        var session = connection.session();
        if (session.isEnded()) {
            drop(connection);
        } else if (connection.emails() == 0 && !connection.isEnded()) {
            if (!session.isIdle()) {
                drop(connection);
            } else if (closed || !session.isUsable() || session.messages() >= maxEmails()) {
                quit(connection);
            } else {
                idle.add(connection, site.limits().idle(), this::quit);
            }
        }
        connection.startReady();
        serveWaiting();
    }

    /**
     * Takes a connection back that ended before the host looked at the email, and completes with another one for it, before those that
     * wait for their first: its attempt has begun.
     */
    Future<PooledConnection> exchange(PooledConnection ended, boolean unsent, LeaseRequest lease) {
        var next = Waiting.of(lease);
        if (closed) {
            next.connection().fail(lost());
        } else {
            waiting.addFirst(next);
        }
        release(ended, unsent);
        return next.connection().future();
    }

    private int maxEmails() {
        return shaper.emailsPerConnection(source.name(), site, clock.instant());
    }

    private void drop(PooledConnection connection) {
        end(connection);
        logFailure(connection.session().close());
    }

    private void quit(PooledConnection connection) {
        end(connection);
        logFailure(connection.session().quit());
    }

    private static void logFailure(Future<Void> closing) {
        closing.onFailure(error -> LOG.debug("A connection to a mail host could not be closed in order", error));
    }

    /** The session may take another email, or has ended. */
    private void ready(PooledConnection connection) {
        connection.startReady();
        if (!connection.session().isUsable() && idle.contains(connection)) {
            end(connection);
        }
    }

    private void end(PooledConnection connection) {
        if (connection.end()) {
            idle.remove(connection);
            open.remove(connection);
            connector.counter().ended(source.name());
            shaper.disconnected(key());
        }
    }

    /** Leases connections to the emails that wait; they wait on while a connection is busy, whose end serves them again. */
    private void serveWaiting() {
        for (var next = waiting.poll(); next.isPresent(); next = waiting.poll()) {
            var refused = serve(next.get());
            if (refused.isPresent() && busy() == 0) {
                next.get().connection().fail(HeldException.of(refused.get(), clock.instant()));
            } else if (refused.isPresent()) {
                waiting.addFirst(next.get());
                return;
            }
        }
    }

    boolean isClosed() {
        return closed;
    }

    private static HeldException lost() {
        return new HeldException(Duration.ZERO, "The egress source is used by another node now.");
    }

    /** Closes the idle connections, and those in use when their emails have ended; leases none from now on. */
    void close() {
        closed = true;
        waiting.failAll(lost());
        idle.copy().forEach(this::quit);
        List.copyOf(open).forEach(connection -> {
            logFailure(connection.session().quit());
            connection.startReady();
        });
    }
}
