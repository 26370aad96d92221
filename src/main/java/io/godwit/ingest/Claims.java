package io.godwit.ingest;

import io.godwit.web.Answer;
import io.godwit.web.Claim;
import io.godwit.web.IdempotencyKeys;
import io.godwit.web.Kept;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What has become of the idempotency keys of a batch. A key is in a batch once at most: a second call with it is refused
 * while the first is under way.
 */
record Claims(Map<Claim, Boolean> claimToHeld, Map<Claim, Kept> claimToKept) {

    static final Claims NONE = new Claims(Map.of(), Map.of());

    /** Takes the keys for this transaction and looks for earlier answers; the statements travel together. */
    static Future<Claims> take(IdempotencyKeys keys, SqlClient tx, List<Claim> claims) {
        if (claims.isEmpty()) {
            return Future.succeededFuture(NONE);
        }
        var held = keys.lock(tx, claims);
        var found = keys.find(tx, claims);
        return held.compose(locks -> found.map(kept -> of(claims, locks, kept)));
    }

    private static Claims of(List<Claim> claims, List<Boolean> held, List<Optional<Kept>> found) {
        var claimToHeld = new HashMap<Claim, Boolean>();
        var claimToKept = new HashMap<Claim, Kept>();
        for (var at = 0; at < claims.size(); at++) {
            var claim = claims.get(at);
            claimToHeld.put(claim, held.get(at));
            found.get(at).ifPresent(kept -> claimToKept.put(claim, kept));
        }
        return new Claims(claimToHeld, claimToKept);
    }

    /** The first answer again; empty when the work is still to be done. Throws when the key cannot be used for it. */
    Optional<Answer> replay(Claim claim) {
        if (!claimToHeld.getOrDefault(claim, false)) {
            throw IdempotencyKeys.inProgress();
        }
        return Optional.ofNullable(claimToKept.get(claim)).map(kept -> kept.replay(claim));
    }
}
