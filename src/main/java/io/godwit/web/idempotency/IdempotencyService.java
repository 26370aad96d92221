package io.godwit.web.idempotency;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.web.IdempotencyClaim;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Claims idempotency keys while the work of a request runs, and stores its response in the work's own transaction. One per node;
 * safe from any thread. The statements take many claims at once, each in one round trip, and may be sent without waiting for one
 * another; they belong in this order:
 *
 * <ol>
 *   <li>{@link #begin} on this node, before anything is queued, and {@link #end} when all is over;
 *   <li>{@link #lock} in the transaction, which keeps other nodes out until it ends;
 *   <li>{@link #find} after it, so that it sees what the last holder committed;
 *   <li>the work, then {@link #storeResponses}.
 * </ol>
 */
public final class IdempotencyService {

    private static final long RETRY_AFTER_SECONDS = 1;

    private final IdempotencyStore store = new IdempotencyStore();
    private final Set<Name> running = ConcurrentHashMap.newKeySet();

    /** Notes that a request with this key is under way on this node; false when one is already. */
    public boolean begin(IdempotencyClaim claim) {
        return running.add(new Name(claim.scope(), claim.key()));
    }

    /** The request is over, whatever came of it. */
    public void end(IdempotencyClaim claim) {
        running.remove(new Name(claim.scope(), claim.key()));
    }

    /** The refusal of a request whose key is held here or, after {@link #lock}, elsewhere. */
    public static Failure inProgress() {
        return Failure.later(
                Kind.IDEMPOTENCY_IN_PROGRESS,
                "A request with this Idempotency-Key is still running; try again",
                RETRY_AFTER_SECONDS);
    }

    /** For each claim, in order, whether this transaction now holds it until it ends. Never waits. */
    public Future<List<Boolean>> lock(SqlClient tx, List<IdempotencyClaim> claims) {
        return claims.isEmpty() ? Future.succeededFuture(List.of()) : store.lock(tx, claims);
    }

    /** For each claim, in order, what the key was first answered within the last 24 hours; see {@link StoredResponse#replay}. */
    public Future<List<Optional<StoredResponse>>> find(SqlClient tx, List<IdempotencyClaim> claims) {
        return claims.isEmpty() ? Future.succeededFuture(List.of()) : store.find(tx, claims);
    }

    /** Keeps answers for 24 hours. Fails, so that the transaction ends, when one of the keys has been used meanwhile. */
    public Future<Void> storeResponses(SqlClient tx, List<StoredResponse> stored) {
        return stored.isEmpty()
                ? Future.succeededFuture()
                : store.storeResponses(tx, stored).compose(written -> allOf(written, stored.size()));
    }

    private static Future<Void> allOf(int written, int wanted) {
        return written == wanted ? Future.succeededFuture() : Future.failedFuture(inProgress());
    }

    /** Deletes at most {@code max} answers older than 24 hours; completes with the number of deleted rows. */
    public Future<Integer> expire(SqlClient db, int max) {
        return store.expire(db, max);
    }

    /** A key within its scope. */
    private record Name(UUID scope, String key) {}
}
