package io.godwit.oauth;

import io.godwit.core.Timeouts;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;

/** Reads JSON from providers. Follows no redirects, so that a token is never sent to another host. */
final class ProviderClient {

    /** The timeout of one request; short, because a user waits. */
    static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final HttpClient http;

    ProviderClient(Vertx vertx) {
        this.http = vertx.createHttpClient(options());
    }

    static HttpClientOptions options() {
        return new HttpClientOptions()
                .setConnectTimeout((int) TIMEOUT.toMillis())
                .setIdleTimeout((int) TIMEOUT.toSeconds());
    }

    /** Gets a document; fails unless the answer is a 200 in time. */
    Future<Buffer> get(String url, MultiMap headers) {
        var options = new RequestOptions()
                .setMethod(HttpMethod.GET)
                .setAbsoluteURI(url)
                .setHeaders(headers.set("Accept", "application/json").set("User-Agent", "Godwit"));
        var answer =
                http.request(options).compose(request -> request.send().compose(response -> bodyOf(url, response)));
        return Timeouts.within(TIMEOUT, answer);
    }

    private static Future<Buffer> bodyOf(String url, HttpClientResponse response) {
        return response.statusCode() == 200
                ? response.body()
                : Future.failedFuture(new ProviderException(url + " answered " + response.statusCode()));
    }
}
