package io.godwit.ingest;

import io.godwit.web.ApiResponse;
import io.godwit.web.IdempotencyClaim;
import io.godwit.web.idempotency.IdempotencyService;
import io.godwit.web.idempotency.StoredResponse;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The state of the idempotency keys of a batch. A key is in a batch once at most: a second call with it is refused while the
 * first is being processed.
 */
record BatchIdempotency(
        Map<IdempotencyClaim, Boolean> claimToLocked, Map<IdempotencyClaim, StoredResponse> claimToStored) {

    static final BatchIdempotency NONE = new BatchIdempotency(Map.of(), Map.of());

    /** Claims the keys for this transaction and looks up earlier answers; the statements are pipelined. */
    static Future<BatchIdempotency> claim(IdempotencyService idempotency, SqlClient tx, List<IdempotencyClaim> claims) {
        if (claims.isEmpty()) {
            return Future.succeededFuture(NONE);
        }
        var locked = idempotency.lock(tx, claims);
        var found = idempotency.find(tx, claims);
        return locked.compose(locks -> found.map(stored -> of(claims, locks, stored)));
    }

    private static BatchIdempotency of(
            List<IdempotencyClaim> claims, List<Boolean> locked, List<Optional<StoredResponse>> found) {
        var claimToLocked = new HashMap<IdempotencyClaim, Boolean>();
        var claimToStored = new HashMap<IdempotencyClaim, StoredResponse>();
        for (var at = 0; at < claims.size(); at++) {
            var claim = claims.get(at);
            claimToLocked.put(claim, locked.get(at));
            found.get(at).ifPresent(stored -> claimToStored.put(claim, stored));
        }
        return new BatchIdempotency(claimToLocked, claimToStored);
    }

    /**
     * Returns the first answer again; empty when the call is still to be written. Throws when the key cannot be used for it.
     */
    Optional<ApiResponse> replay(IdempotencyClaim claim) {
        if (!claimToLocked.getOrDefault(claim, false)) {
            throw IdempotencyService.inProgress();
        }
        return Optional.ofNullable(claimToStored.get(claim)).map(stored -> stored.replay(claim));
    }
}
