package io.godwit.delivery.egress;

import io.godwit.bounces.RefusalClass;
import io.godwit.delivery.routing.MailRoute;
import io.godwit.delivery.routing.RoutingException;
import io.godwit.delivery.shaping.Hold;
import io.godwit.delivery.shaping.ShapedRefusal;
import io.godwit.delivery.shaping.ShapedSite;
import io.godwit.delivery.shaping.ShapingKey;
import io.godwit.delivery.shaping.StartPermit;
import io.godwit.delivery.shaping.TrafficShaper;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of one egress source to one site. Emails wait for a connection in their order, at most as many as there are
 * connections; the one that became free last is lent first.
 *
 * <p>All its state belongs to the context it is used on.
 */
final class SitePool {

    private static final Logger LOG = LoggerFactory.getLogger(SitePool.class);

    /** The pause of an email no host was reached for; traffic shaping decides how long the next one waits. */
    private static final Duration UNREACHABLE = Duration.ofSeconds(15);

    private record Waiting(MailRoute route, String group, Promise<PooledConnection> connection) {}

    private final Vertx vertx;
    private final Clock clock;
    private final TrafficShaper shaper;
    private final Connector connector;
    private final EgressSource source;
    private ShapedSite site;
    private final Set<PooledConnection> open = new HashSet<>();
    private final ArrayDeque<PooledConnection> idle = new ArrayDeque<>();
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private int opening;
    private boolean closed;

    SitePool(
            Vertx vertx, Clock clock, TrafficShaper shaper, Connector connector, EgressSource source, ShapedSite site) {
        this.vertx = vertx;
        this.clock = clock;
        this.shaper = shaper;
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

    /** Returns the number of connections, those being opened included, that carry no email now. */
    int free() {
        return Math.max(0, idle.size() + opening - waiting.size());
    }

    /** Returns the number of open connections. */
    int size() {
        return open.size();
    }

    /** Returns whether there is no connection, and none is wanted. */
    boolean isUnused() {
        return open.isEmpty() && opening == 0 && waiting.isEmpty();
    }

    /**
     * Completes with a connection for one email, which has to be given to {@link #release} or {@link #drop}. Fails with a {@link
     * HeldException} when there is none, or with a {@link RoutingException}.
     *
     * @param group the name of the connections that may carry the email
     */
    Future<PooledConnection> acquire(MailRoute route, String group) {
        if (closed) {
            return Future.failedFuture(lost());
        }
        var reused = reuse(group);
        if (reused.isPresent()) {
            return Future.succeededFuture(reused.get());
        }
        var held = connector.hold(key(), route);
        if (held.isPresent()) {
            return Future.failedFuture(held.get());
        }
        var permit = shaper.tryConnect(source.name(), site, clock.instant());
        if (isForConnections(permit) && closeIdle()) {
            permit = shaper.tryConnect(source.name(), site, clock.instant());
        }
        if (permit.granted()) {
            return connect(route, group);
        }
        if (waiting.size() >= open.size() + opening) {
            return Future.failedFuture(new HeldException(
                    Duration.between(clock.instant(), permit.notBefore()),
                    permit.hold().map(Hold::sentence).orElse("All connections to the site are in use."),
                    permit.hold().filter(Hold::isLasting).isPresent()));
        }
        var waits = new Waiting(route, group, Promise.promise());
        waiting.add(waits);
        return waits.connection().future();
    }

    private static boolean isForConnections(StartPermit permit) {
        return permit.hold()
                .filter(hold -> hold.code() == Hold.Code.CONNECTIONS)
                .isPresent();
    }

    private Optional<PooledConnection> reuse(String group) {
        for (var candidate : List.copyOf(idle)) {
            if (!candidate.session().isUsable()) {
                end(candidate);
            } else if (candidate.group().equals(group)) {
                idle.remove(candidate);
                vertx.cancelTimer(candidate.replaceTimer(-1));
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    /** Closes the connection that is idle for longest, which leads to other hosts of the site. */
    private boolean closeIdle() {
        var oldest = idle.peekLast();
        if (oldest == null) {
            return false;
        }
        quit(oldest);
        return true;
    }

    private Future<PooledConnection> connect(MailRoute route, String group) {
        var startedAt = clock.instant();
        opening++;
        return connector
                .open(new ConnectionRequest(source, route, site, this::isAboutSource, startedAt))
                .onComplete(ignored -> opening--)
                .map(session -> {
                    shaper.connected(key());
                    var connection = new PooledConnection(group, session);
                    open.add(connection);
                    session.onReady(() -> ended(connection));
                    return connection;
                })
                .recover(error -> Future.failedFuture(notConnected(error, startedAt)));
    }

    /** Returns whether a refusal is about the address of the source, and so concerns all hosts of the site. */
    private boolean isAboutSource(SmtpReply reply) {
        if (!isRefusal(reply)) {
            return false;
        }
        var kind = refusal(reply).refusal().kind();
        return kind == RefusalClass.BLOCKED_SOURCE || kind == RefusalClass.RATE_LIMITED;
    }

    private static boolean isRefusal(SmtpReply reply) {
        return reply.code() >= 400;
    }

    private ShapedRefusal refusal(SmtpReply reply) {
        return ShapedRefusal.of(reply, SmtpStage.CONNECT, site, shaper.rules());
    }

    private Throwable notConnected(Throwable error, Instant startedAt) {
        var now = clock.instant();
        if (!(error instanceof SmtpException failure)) {
            shaper.notConnected(key());
            serveWaiting();
            return error;
        }
        var reply = failure.reply();
        if (reply.filter(SitePool::isRefusal).isPresent()) {
            shaper.connectRefused(key(), refusal(reply.get()), startedAt, now);
        } else {
            shaper.connectFailed(key(), String.valueOf(failure.getMessage()), startedAt, now);
        }
        var held = new HeldException(
                UNREACHABLE,
                reply.map(refused -> "The mail host refused the connection: " + refused.code() + " " + refused.text())
                        .orElse("No mail host could be reached: " + failure.getMessage()),
                true);
        if (open.isEmpty() && opening == 0) {
            failWaiting(held);
        }
        return held;
    }

    private void failWaiting(HeldException held) {
        var all = new ArrayList<>(waiting);
        waiting.clear();
        all.forEach(one -> one.connection().tryFail(held));
    }

    /** Takes a connection back that carried its email, or none. */
    void release(PooledConnection connection) {
        if (connection.isEnded()) {
            return;
        }
        var session = connection.session();
        var max = shaper.mailsPerConnection(source.name(), site, clock.instant());
        if (closed || !session.isUsable() || session.messages() >= max) {
            quit(connection);
            serveWaiting();
            return;
        }
        idle.addFirst(connection);
        var timer = vertx.setTimer(Math.max(1, site.limits().idle().toMillis()), ignored -> closeUnused(connection));
        vertx.cancelTimer(connection.replaceTimer(timer));
        serveWaiting();
    }

    private void closeUnused(PooledConnection connection) {
        if (idle.contains(connection)) {
            quit(connection);
        }
    }

    /** Closes a connection that failed. */
    void drop(PooledConnection connection) {
        end(connection);
        logFailure(connection.session().close());
        serveWaiting();
    }

    private void quit(PooledConnection connection) {
        end(connection);
        logFailure(connection.session().quit());
    }

    private static void logFailure(Future<Void> closing) {
        closing.onFailure(error -> LOG.debug("A connection to a mail host could not be closed in order", error));
    }

    /** The session tells of every change; only its end counts here. */
    private void ended(PooledConnection connection) {
        if (!connection.session().isUsable() && idle.contains(connection)) {
            end(connection);
        }
    }

    private void end(PooledConnection connection) {
        if (connection.end()) {
            idle.remove(connection);
            open.remove(connection);
            vertx.cancelTimer(connection.replaceTimer(-1));
            shaper.disconnected(key());
        }
    }

    /** Lends a free connection to the email that waits for longest, or opens one for it. */
    private void serveWaiting() {
        var next = waiting.poll();
        if (next != null) {
            acquire(next.route(), next.group()).onComplete(next.connection());
        }
    }

    /** Returns whether it lends no more connections. */
    boolean isClosed() {
        return closed;
    }

    private static HeldException lost() {
        return new HeldException(Duration.ZERO, "The egress source is used by another node now.");
    }

    /** Closes the idle connections, and those in use when their emails have ended; lends none from now on. */
    void close() {
        closed = true;
        failWaiting(lost());
        List.copyOf(idle).forEach(this::quit);
        open.forEach(connection -> logFailure(connection.session().quit()));
    }
}
