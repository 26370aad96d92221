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
 * Limits the contacts that one client can name per minute with a public key, which anyone can read. Known and unknown addresses
 * count alike, so that the limit cannot be used to find out which are known; an address that is named again does not count
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

    /**
     * @param admits counts one named contact for a client's address; false when the client has named too many in the last
     * minute
     */
    NewContactLimiter(Predicate<String> admits) {
        this.admits = admits;
    }

    /** Returns the failure of a call beyond the limit; counts the call otherwise. */
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
