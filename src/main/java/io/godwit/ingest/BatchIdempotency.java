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
record BatchIdempotency(Map<IdempotencyClaim, Boolean> claimToHeld, Map<IdempotencyClaim, StoredResponse> claimToKept) {

    static final BatchIdempotency NONE = new BatchIdempotency(Map.of(), Map.of());

    /** Claims the keys for this transaction and looks up earlier answers; the statements are pipelined. */
    static Future<BatchIdempotency> claim(IdempotencyService keys, SqlClient tx, List<IdempotencyClaim> claims) {
        if (claims.isEmpty()) {
            return Future.succeededFuture(NONE);
        }
        var held = keys.lock(tx, claims);
        var found = keys.find(tx, claims);
        return held.compose(locks -> found.map(kept -> of(claims, locks, kept)));
    }

    private static BatchIdempotency of(
            List<IdempotencyClaim> claims, List<Boolean> held, List<Optional<StoredResponse>> found) {
        var claimToHeld = new HashMap<IdempotencyClaim, Boolean>();
        var claimToKept = new HashMap<IdempotencyClaim, StoredResponse>();
        for (var at = 0; at < claims.size(); at++) {
            var claim = claims.get(at);
            claimToHeld.put(claim, held.get(at));
            found.get(at).ifPresent(kept -> claimToKept.put(claim, kept));
        }
        return new BatchIdempotency(claimToHeld, claimToKept);
    }

    /**
     * Returns the first answer again; empty when the call is still to be written. Throws when the key cannot be used for it.
     */
    Optional<ApiResponse> replay(IdempotencyClaim claim) {
        if (!claimToHeld.getOrDefault(claim, false)) {
            throw IdempotencyService.inProgress();
        }
        return Optional.ofNullable(claimToKept.get(claim)).map(kept -> kept.replay(claim));
    }
}
