package io.godwit.inbound.sns;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.util.UUID;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpFullResponse;
import software.amazon.awssdk.messagemanager.sns.SnsMessageManager;
import software.amazon.awssdk.regions.Region;

/**
 * Verifies that a message comes from Amazon, by its signature (version 1 or 2). Certificates come from the host of the topic's
 * region alone. Blocks during a fetch, so it belongs on a worker; safe from any thread.
 */
final class SnsSignatureVerifier {

    private static final int MAX_REGIONS = 20;

    private final SnsCertificateCache certificates;

    /** Managers by region; each caches keys for as long as it exists. */
    private final Cache<String, SnsMessageManager> regionToManager = Caffeine.newBuilder()
            .maximumSize(MAX_REGIONS)
            .expireAfterWrite(SnsCertificateCache.CACHE_DURATION)
            .build();

    SnsSignatureVerifier(CertificateFetcher fetcher) {
        this.certificates = new SnsCertificateCache(fetcher);
    }

    /** Returns whether the message can be verified without a fetch. */
    boolean isAtHand(SnsMessage message) {
        return message.topic()
                .certificate(message.certificateUrl())
                .filter(certificates::has)
                .isPresent();
    }

    /**
     * Throws {@code FORBIDDEN} when Amazon did not sign the message, and {@code SERVICE_UNAVAILABLE} when the certificate
     * cannot be fetched now.
     *
     * @param client the network that sent the message
     */
    void require(SnsMessage message, UUID client) {
        var certificate = message.topic()
                .certificate(message.certificateUrl())
                .orElseThrow(() -> forged("The signature's certificate does not lie where Amazon keeps them"));
        if (!has(certificate, client)) {
            throw forged("There is no such certificate");
        }
        if (!verified(message).equals(message.signed())) {
            throw forged("What is signed and what is said differ");
        }
        certificates.prove(certificate);
    }

    private boolean has(URI certificate, UUID client) {
        try {
            return certificates.get(certificate, client);
        } catch (SnsCertificateCache.CertificateUnavailableException unavailable) {
            throw Failure.later(Kind.SERVICE_UNAVAILABLE, "The signature cannot be checked now; send it again", 10);
        }
    }

    private SnsMessage.Signed verified(SnsMessage message) {
        try {
            return SnsMessage.Signed.of(
                    regionToManager.get(message.topic().region(), this::manager).parseMessage(message.text()));
        } catch (RuntimeException refused) {
            throw forged("The signature is missing or wrong");
        }
    }

    private static Failure forged(String sentence) {
        return Failure.of(Kind.FORBIDDEN, sentence);
    }

    private SnsMessageManager manager(String region) {
        return SnsMessageManager.builder()
                .region(Region.of(region))
                .httpClient(new CachedCertificates())
                .build();
    }

    /** Gives the library the cached certificates through the HTTP client it expects. */
    private final class CachedCertificates implements SdkHttpClient {

        @Override
        public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
            var address = request.httpRequest().getUri();
            return new ExecutableHttpRequest() {

                @Override
                public HttpExecuteResponse call() {
                    return get(address);
                }

                @Override
                public void abort() {
                    // No resource to close.
                }
            };
        }

        private HttpExecuteResponse get(URI address) {
            var certificate = certificates.find(address);
            return HttpExecuteResponse.builder()
                    .response(SdkHttpFullResponse.builder()
                            .statusCode(certificate.isPresent() ? 200 : 404)
                            .build())
                    .responseBody(AbortableInputStream.create(
                            new ByteArrayInputStream(certificate.orElseGet(() -> new byte[0]))))
                    .build();
        }

        @Override
        public void close() {
            // No resource to close.
        }
    }
}
