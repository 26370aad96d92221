package io.godwit.projects;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.web.Authenticator;
import io.vertx.core.Future;
import java.util.Optional;

/** Turns an API key into what it opens. */
final class Keys implements Authenticator {

    private static final Future<Grant> UNKNOWN = Future.failedFuture(
            Failure.of(Kind.INVALID_API_KEY, "This API key is unknown. Check it, or make a new one."));

    private final Remembered<KeyHash, Grant> grants;

    Keys(Remembered<KeyHash, Grant> grants) {
        this.grants = grants;
    }

    @Override
    public Future<Grant> authenticate(String key) {
        return KeyHash.ofText(key)
                .map(hash -> grants.find(hash).compose(Keys::known))
                .orElse(UNKNOWN);
    }

    private static Future<Grant> known(Optional<Grant> grant) {
        return grant.map(Future::succeededFuture).orElse(UNKNOWN);
    }
}
