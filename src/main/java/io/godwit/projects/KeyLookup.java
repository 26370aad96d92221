package io.godwit.projects;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.web.KeyAuthenticator;
import io.vertx.core.Future;
import java.util.Optional;

/** Finds the grant of an API key. */
final class KeyLookup implements KeyAuthenticator {

    private static final Future<Grant> UNKNOWN = Future.failedFuture(
            Failure.of(Kind.INVALID_API_KEY, "This API key is unknown. Check it, or make a new one."));

    private final VersionedCache<ApiKeyHash, Grant> grants;
    private final KeyUsageTracker usage;

    KeyLookup(VersionedCache<ApiKeyHash, Grant> grants, KeyUsageTracker usage) {
        this.grants = grants;
        this.usage = usage;
    }

    @Override
    public Future<Grant> authenticate(String key) {
        return ApiKeyHash.ofText(key)
                .map(hash -> grants.find(hash).compose(grant -> known(hash, grant)))
                .orElse(UNKNOWN);
    }

    private Future<Grant> known(ApiKeyHash hash, Optional<Grant> grant) {
        if (grant.isPresent()) {
            usage.note(hash);
        }
        return grant.map(Future::succeededFuture).orElse(UNKNOWN);
    }
}
