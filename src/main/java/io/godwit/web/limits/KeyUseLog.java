package io.godwit.web.limits;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.godwit.core.SecurityLog;
import io.godwit.core.SecurityLog.Event;
import io.godwit.core.SecurityLog.Outcome;
import io.godwit.core.Tenant.Caller;
import io.godwit.web.KeyAuthenticator.Grant;
import io.godwit.web.KeyScope;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;

/**
 * Writes uses of API keys to the security log: the first of a key from a client network on this node, and then at most one an
 * hour. A public key is in the browser of every visitor of a site, whose networks say nothing about it; it is written once an
 * hour. Safe to use from any thread.
 */
public final class KeyUseLog {

    private static final Duration PAUSE = Duration.ofHours(1);

    /** The maximum number of keys and networks that are remembered; one that was forgotten is written again. */
    private static final long MAX_REMEMBERED = 50_000;

    private static final UUID ANY_NETWORK = new UUID(0, 0);

    private final Cache<Source, Boolean> written;

    /** A key, and the network it is used from. */
    private record Source(UUID key, UUID network) {}

    public KeyUseLog() {
        this(Ticker.systemTicker());
    }

    KeyUseLog(Ticker ticker) {
        this.written = Caffeine.newBuilder()
                .expireAfterWrite(PAUSE)
                .maximumSize(MAX_REMEMBERED)
                .ticker(ticker)
                .build();
    }

    /**
     * Writes the use of the key behind a grant, unless it was written lately or the grant is a member's.
     *
     * @param client its address
     * @param detail a further key and value of the line
     */
    public void note(Grant grant, String client, Map.Entry<String, String> detail) {
        grant.key().ifPresent(key -> {
            var source = new Source(key, network(grant, client));
            if (written.getIfPresent(source) == null && written.asMap().putIfAbsent(source, true) == null) {
                write(grant, key, client, detail);
            }
        });
    }

    private static UUID network(Grant grant, String client) {
        return isPublic(grant) ? ANY_NETWORK : AddressRateLimiter.network(client);
    }

    private static boolean isPublic(Grant grant) {
        return grant.tenant().caller() == Caller.PUBLIC_KEY;
    }

    private static void write(Grant grant, UUID key, String client, Map.Entry<String, String> detail) {
        SecurityLog.writeCounted(
                Event.KEY_USE,
                Outcome.SUCCESS,
                Map.ofEntries(
                        Map.entry("key", key.toString()),
                        Map.entry("project", grant.tenant().project().toString()),
                        Map.entry("caller", grant.tenant().caller().name()),
                        Map.entry("scope", (isPublic(grant) ? KeyScope.TRACK : grant.scope()).name()),
                        Map.entry("client", client),
                        detail));
    }
}
