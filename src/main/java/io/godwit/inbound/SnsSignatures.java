package io.godwit.inbound;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpFullResponse;
import software.amazon.awssdk.messagemanager.sns.SnsMessageManager;
import software.amazon.awssdk.regions.Region;

/**
 * Proves that a message comes from Amazon, by its signature (version 1 or 2). Certificates come from the host of the topic's
 * region alone; each is kept for a day at most, some of them. Blocks while one is fetched, so it belongs on a worker; safe from
 * any thread.
 */
final class SnsSignatures {

    /** A certificate that was withdrawn is believed for so long at most; those kept go together, with their region's manager. */
    private static final Duration KEPT = Duration.ofHours(24);

    private static final int MOST_REGIONS = 20;

    /** Names of certificates are made up easily; there is one a region in truth. */
    private static final int MOST_FETCHES = 20;

    private static final Duration FETCHES_WITHIN = Duration.ofMinutes(1);

    private final Fetch fetch;
    private final Cache<String, SnsMessageManager> regionToManager = Caffeine.newBuilder()
            .maximumSize(MOST_REGIONS)
            .expireAfterWrite(KEPT)
            .build();
    private final Cache<String, AtomicInteger> fetches =
            Caffeine.newBuilder().expireAfterWrite(FETCHES_WITHIN).build();

    SnsSignatures(Fetch fetch) {
        this.fetch = fetch;
    }

    /**
     * Throws {@code FORBIDDEN} when the message is not what Amazon signed, and {@code SERVICE_UNAVAILABLE} when the certificate
     * cannot be had now.
     */
    void require(SnsMessage message) {
        if (!message.topic().certifies(message.certificateUrl())) {
            throw forged("The signature's certificate does not lie where Amazon keeps them");
        }
        if (!verified(message).equals(message.signed())) {
            throw forged("What is signed and what is said differ");
        }
    }

    private SnsMessage.Signed verified(SnsMessage message) {
        try {
            return SnsMessage.Signed.of(
                    regionToManager.get(message.topic().region(), this::manager).parseMessage(message.text()));
        } catch (RuntimeException refused) {
            throw isAway(refused)
                    ? Failure.later(Kind.SERVICE_UNAVAILABLE, "The signature cannot be checked now; send it again", 10)
                    : forged("The signature is missing or wrong");
        }
    }

    private static Failure forged(String sentence) {
        return Failure.of(Kind.FORBIDDEN, sentence);
    }

    private static boolean isAway(Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof Away) {
                return true;
            }
        }
        return false;
    }

    private SnsMessageManager manager(String region) {
        return SnsMessageManager.builder()
                .region(Region.of(region))
                .httpClient(new Certificates())
                .build();
    }

    /** No answer, or one that says nothing about the certificate. */
    private static final class Away extends IOException {

        private static final long serialVersionUID = 1L;

        private Away(String sentence) {
            super(sentence);
        }
    }

    /** Our own way out, in the form the library asks for. */
    private final class Certificates implements SdkHttpClient {

        @Override
        public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
            var address = request.httpRequest().getUri();
            return new ExecutableHttpRequest() {

                @Override
                public HttpExecuteResponse call() throws IOException {
                    return get(address);
                }

                @Override
                public void abort() {
                    // It has a deadline of its own.
                }
            };
        }

        private HttpExecuteResponse get(URI address) throws IOException {
            if (fetches.get("", fresh -> new AtomicInteger()).incrementAndGet() > MOST_FETCHES) {
                throw new Away("Too many certificates were asked for");
            }
            var answer = fetched(address);
            if (answer.status() >= 500) {
                throw new Away("The certificate's host has trouble: " + answer.status());
            }
            return HttpExecuteResponse.builder()
                    .response(SdkHttpFullResponse.builder()
                            .statusCode(answer.status())
                            .build())
                    .responseBody(AbortableInputStream.create(new ByteArrayInputStream(answer.body())))
                    .build();
        }

        private Fetch.Fetched fetched(URI address) throws IOException {
            try {
                return fetch.get(address);
            } catch (IOException none) {
                throw new Away(String.valueOf(none.getMessage()));
            }
        }

        @Override
        public void close() {
            // Nothing is held.
        }
    }
}
