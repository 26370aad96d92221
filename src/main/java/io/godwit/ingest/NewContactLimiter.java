package io.godwit.ingest;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Limits the addresses of contacts that a holder of a public key, which is anybody, can name in a minute from one client. Known and
 * unknown ones count alike, so that the limit cannot be used to find out which are known; one that is named again does not count
 * again.
 */
final class NewContactLimiter {

    private static final long RETRY_AFTER_SECONDS = 60;
    private static final int MAX_REMEMBERED = 100_000;

    private record NamedContacts(String client, EmailAddress address) {}

    private final Cache<NamedContacts, Boolean> lately = Caffeine.newBuilder()
            .maximumSize(MAX_REMEMBERED)
            .expireAfterWrite(Duration.ofMinutes(1))
            .build();

    private final Predicate<String> admits;

    /** @param admits counts one named contact for a client's address; false when it has had too many in the last minute */
    NewContactLimiter(Predicate<String> admits) {
        this.admits = admits;
    }

    /** Why this call may not name its contact; counts it when it may. */
    Optional<Failure> refuse(PendingCall call) {
        var client = call.entry().limitedClient();
        if (client.isEmpty() || call.admitted()) {
            return Optional.empty();
        }
        var named =
                new NamedContacts(client.get(), call.entry().changes().get(0).email());
        if (lately.getIfPresent(named) != null) {
            return Optional.empty();
        }
        if (admits.test(client.get())) {
            lately.put(named, Boolean.TRUE);
            call.admit();
            return Optional.empty();
        }
        return Optional.of(Failure.later(
                Kind.RATE_LIMIT_EXCEEDED, "Too many requests from this address; slow down", RETRY_AFTER_SECONDS));
    }
}
