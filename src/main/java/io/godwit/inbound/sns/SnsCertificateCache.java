package io.godwit.inbound.sns;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.godwit.inbound.sns.CertificateFetcher.Fetched;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Caches the certificates that sign messages, each for a day at most. Anyone who knows a topic can invent names of
 * certificates, and a region has only one: so fetches of unproved names are limited, per client and in total, a missing
 * certificate is not requested again soon, and one that has verified a message before is exempt from all limits. A failing host
 * is asked once a second. Blocks during a fetch; safe from any thread.
 */
final class SnsCertificateCache {

    /** The time after which a certificate is fetched again: a revoked one is trusted for at most this long. */
    static final Duration CACHE_DURATION = Duration.ofHours(24);

    /**
     * The time a missing certificate is not requested again; SNS repeats a message for an hour, so a late certificate loses
     * none.
     */
    private static final Duration MISSING = Duration.ofMinutes(5);

    private static final Duration FAILURE_PAUSE = Duration.ofSeconds(1);
    private static final Duration PROVED = Duration.ofDays(30);
    private static final Duration WITHIN = Duration.ofMinutes(1);
    private static final int MAX_CERTIFICATES = 100;
    private static final int MAX_NAMES = 10_000;
    private static final int MAX_FETCHES_PER_CLIENT = 20;
    private static final int MAX_FETCHES = 300;

    /** The key of the limit for all clients together. */
    private static final UUID ALL = new UUID(0, 0);

    private final CertificateFetcher fetcher;
    private final Cache<URI, byte[]> certificates;
    private final Cache<URI, Boolean> missing;
    private final Cache<URI, Boolean> proved;
    private final Cache<URI, Boolean> failed;

    /**
     * The requested names by client; requesting the same name again is free, because a genuine sender needs one name only.
     */
    private final Cache<UUID, Set<URI>> clientToNames;

    SnsCertificateCache(CertificateFetcher fetcher) {
        this(fetcher, Ticker.systemTicker());
    }

    /** Creates a cache with another clock. */
    SnsCertificateCache(CertificateFetcher fetcher, Ticker ticker) {
        this.fetcher = fetcher;
        this.certificates = names(ticker, CACHE_DURATION, MAX_CERTIFICATES);
        this.missing = names(ticker, MISSING, MAX_NAMES);
        this.proved = names(ticker, PROVED, MAX_CERTIFICATES);
        this.failed = names(ticker, FAILURE_PAUSE, MAX_NAMES);
        this.clientToNames = Caffeine.newBuilder()
                .ticker(ticker)
                .expireAfterWrite(WITHIN)
                .maximumSize(MAX_NAMES)
                .build();
    }

    private static <V> Cache<URI, V> names(Ticker ticker, Duration time, int max) {
        return Caffeine.newBuilder()
                .ticker(ticker)
                .expireAfterWrite(time)
                .maximumSize(max)
                .build();
    }

    /** Signals that the host gave no usable answer, or that a limit was reached. */
    static final class CertificateUnavailableException extends IOException {

        private static final long serialVersionUID = 1L;

        private CertificateUnavailableException(String sentence) {
            super(sentence);
        }
    }

    /** Returns whether the certificate is cached. */
    boolean has(URI address) {
        return certificates.getIfPresent(address) != null;
    }

    /** Returns the cached certificate. */
    Optional<byte[]> find(URI address) {
        return Optional.ofNullable(certificates.getIfPresent(address));
    }

    /**
     * Fetches the certificate unless it is cached; returns false when it does not exist.
     *
     * @param client the network that sent the message
     */
    boolean get(URI address, UUID client) throws CertificateUnavailableException {
        if (has(address)) {
            return true;
        }
        var isProved = proved.getIfPresent(address) != null;
        if (!isProved && missing.getIfPresent(address) != null) {
            return false;
        }
        if (failed.getIfPresent(address) != null || (!isProved && !mayFetch(client, address))) {
            throw new CertificateUnavailableException("Too many certificates were asked for");
        }
        return fetch(address, isProved);
    }

    /** Notes that a message was verified with this certificate. */
    void prove(URI address) {
        proved.put(address, true);
    }

    private boolean mayFetch(UUID client, URI address) {
        return isAmong(client, address, MAX_FETCHES_PER_CLIENT) && isAmong(ALL, address, MAX_FETCHES);
    }

    private boolean isAmong(UUID client, URI address, int max) {
        var names = clientToNames.get(client, ignored -> ConcurrentHashMap.newKeySet());
        return names.contains(address) || (names.size() < max && names.add(address));
    }

    /**
     * Fetches the certificate. When the host denies one that has verified messages, the answer counts as an outage, and the
     * message is sent again.
     */
    private boolean fetch(URI address, boolean isProved) throws CertificateUnavailableException {
        var answer = fetched(address);
        var certificate = answer.status() == 200 ? certificate(answer.body()) : null;
        if (certificate != null) {
            certificates.put(address, certificate);
            return true;
        }
        if (isProved || answer.status() >= 500 || answer.status() == 429) {
            failed.put(address, true);
            throw new CertificateUnavailableException("The certificate's host has trouble: " + answer.status());
        }
        missing.put(address, true);
        return false;
    }

    private Fetched fetched(URI address) throws CertificateUnavailableException {
        try {
            return fetcher.get(address);
        } catch (IOException none) {
            failed.put(address, true);
            throw new CertificateUnavailableException(String.valueOf(none.getMessage()));
        }
    }

    private static byte @Nullable [] certificate(byte[] body) {
        try {
            CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(body));
            return body;
        } catch (CertificateException none) {
            return null;
        }
    }
}
