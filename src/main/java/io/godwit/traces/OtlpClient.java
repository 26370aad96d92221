package io.godwit.traces;

import io.godwit.core.Json;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Posts batches of spans to the collector (OTLP over HTTP). */
final class OtlpClient {

    private static final String PATH = "/v1/traces";

    /** The exporter's timeout by default in the specification of OTLP. */
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final int SUCCESS = 2;

    /** Statuses after which a batch is sent again (OTLP, "Retryable Response Codes"). */
    private static final Set<Integer> RETRYABLE = Set.of(429, 502, 503, 504);

    /**
     * The collector's answer to a batch.
     *
     * @param rejected the number of spans it did not take of a batch it took
     * @param retryAfter the pause it asks for, empty when it asks for none
     */
    record ExportResponse(int status, long rejected, Optional<Duration> retryAfter) {

        boolean isTaken() {
            return status / 100 == SUCCESS;
        }

        boolean isRetryable() {
            return RETRYABLE.contains(status);
        }
    }

    private final HttpClient client;
    private final RequestOptions request;

    OtlpClient(Vertx vertx, String endpoint, Map<String, String> nameToHeader) {
        var options = new HttpClientOptions()
                .setConnectTimeout((int) CONNECT_TIMEOUT.toMillis())
                .setVerifyHost(true);
        this.client = vertx.createHttpClient(options, new PoolOptions().setHttp1MaxSize(1));
        this.request = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setAbsoluteURI(endpoint + PATH)
                .putHeader("Content-Type", "application/json");
        nameToHeader.forEach(request::putHeader);
    }

    /** Completes with the collector's answer; fails when there is none within ten seconds. */
    Future<ExportResponse> post(byte[] body) {
        return client.request(request)
                .compose(open -> exchange(open, body))
                .timeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static Future<ExportResponse> exchange(HttpClientRequest open, byte[] body) {
        return open.idleTimeout(TIMEOUT.toMillis()).send(Buffer.buffer(body)).compose(response -> response.body()
                .map(content -> read(response, content)));
    }

    private static ExportResponse read(HttpClientResponse response, Buffer content) {
        var taken = response.statusCode() / 100 == SUCCESS;
        return new ExportResponse(response.statusCode(), taken ? rejected(content) : 0, retryAfter(response));
    }

    /** Returns the member {@code partialSuccess.rejectedSpans}, a number as text or not; 0 for a body of another kind. */
    private static long rejected(Buffer content) {
        try {
            return content.length() > 0
                            && Json.readObject(content.toString()).get("partialSuccess") instanceof Map<?, ?> partial
                            && partial.get("rejectedSpans") != null
                    ? Long.parseLong(String.valueOf(partial.get("rejectedSpans")))
                    : 0;
        } catch (IllegalArgumentException unreadable) {
            return 0;
        }
    }

    /** Returns the header's seconds; a date there is ignored, which no collector sends. */
    private static Optional<Duration> retryAfter(HttpClientResponse response) {
        var seconds = response.getHeader("Retry-After");
        return seconds != null && seconds.matches("\\d{1,5}")
                ? Optional.of(Duration.ofSeconds(Long.parseLong(seconds)))
                : Optional.empty();
    }

    Future<Void> close() {
        return client.close();
    }
}
