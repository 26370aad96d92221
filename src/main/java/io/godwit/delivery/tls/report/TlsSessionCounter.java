package io.godwit.delivery.tls.report;

import io.godwit.core.PollLoop;
import io.godwit.core.PollLoop.Next;
import io.godwit.db.Database;
import io.godwit.delivery.tls.AppliedPolicy;
import io.godwit.delivery.tls.TlsResult;
import io.godwit.delivery.tls.TlsSession;
import io.godwit.delivery.tls.TlsSessionRecorder;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts sessions in memory and adds the counts to the database each minute, all in one statement. A node that dies loses the
 * counts of its last minute. Safe from any thread.
 */
public final class TlsSessionCounter implements TlsSessionRecorder {

    private static final Logger LOG = LoggerFactory.getLogger(TlsSessionCounter.class);
    private static final Duration ADDED_EVERY = Duration.ofMinutes(1);

    /** The most kinds of sessions in memory; beyond it new kinds are not counted until the next minute. */
    private static final int MAX_KINDS = 50_000;

    private final Database database;
    private final Clock clock;
    private final TlsSessionStore store = new TlsSessionStore();
    private Map<SessionCount.Key, PolicyCount> keyToCount = new HashMap<>();

    public TlsSessionCounter(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** The sessions of one kind; {@code policy} as it was applied last. */
    private record PolicyCount(AppliedPolicy policy, long sessions) {}

    @Override
    public void record(TlsSession session) {
        var requirement = session.requirement();
        var policy = requirement.policy();
        var key = new SessionCount.Key(
                LocalDate.now(clock.withZone(ZoneOffset.UTC)),
                policy.domain(),
                policy.type().code(),
                requirement.host(),
                session.counted(),
                session.source().orElse(""),
                session.address().orElse(""));
        add(withoutAddresses(key), policy, 1);
    }

    /** Successes are counted without addresses: reports show those of failures alone. */
    private static SessionCount.Key withoutAddresses(SessionCount.Key key) {
        return key.result() == TlsResult.SUCCESS
                ? new SessionCount.Key(key.day(), key.domain(), key.policyType(), key.host(), key.result(), "", "")
                : key;
    }

    private synchronized void add(SessionCount.Key key, AppliedPolicy policy, long sessions) {
        var count = keyToCount.get(key);
        if (count != null || keyToCount.size() < MAX_KINDS) {
            keyToCount.put(key, new PolicyCount(policy, sessions + (count == null ? 0 : count.sessions())));
        }
    }

    private synchronized List<SessionCount> take() {
        var taken = new ArrayList<SessionCount>();
        keyToCount.forEach((key, count) -> taken.add(new SessionCount(key, count.policy(), count.sessions())));
        keyToCount = new HashMap<>();
        return taken;
    }

    /** Adds what was counted to the database; counts that cannot be added are kept. */
    Future<Void> flush() {
        var counts = take();
        return counts.isEmpty()
                ? Future.succeededFuture()
                : store.add(database.workers(), counts)
                        .onFailure(ignored -> counts.forEach(each -> add(each.key(), each.policy(), each.sessions())));
    }

    /** Starts to add the counts each minute, on the caller's context. */
    public PollLoop start(Vertx vertx) {
        return PollLoop.start(vertx, "delivery-tls-sessions", ADDED_EVERY, () -> flush().map(Next.IDLE));
    }

    /** Adds the last counts of a node that stops. */
    public Future<Void> close() {
        return flush().recover(lost -> {
            LOG.warn("The counts of the last minute's TLS sessions are lost", lost);
            return Future.succeededFuture();
        });
    }
}
