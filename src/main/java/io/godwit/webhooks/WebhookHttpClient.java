package io.godwit.webhooks;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Sends requests to addresses that were checked, and to no others: the name serves the Host header, SNI and the
 * certificate. A connection serves one request. Redirects are not followed, and bodies are not decompressed.
 */
final class WebhookHttpClient {

    /** The number of a host's addresses that are tried at most. */
    private static final int MAX_ADDRESSES = 3;

    private static final int MAX_HEAD_BYTES = 16 << 10;

    private final Vertx vertx;
    private final HttpClient client;
    private final Duration timeout;

    /** Trusts {@code trust} instead of Java's certificate authorities, when it is given. */
    WebhookHttpClient(Vertx vertx, WebhookSettings settings, Optional<PemTrustOptions> trust) {
        this.vertx = vertx;
        this.timeout = settings.timeout();
        var options = new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_1_1)
                .setKeepAlive(false)
                .setDecompressionSupported(false)
                .setVerifyHost(true)
                .setConnectTimeout((int) settings.timeout().dividedBy(2).toMillis())
                .setMaxHeaderSize(MAX_HEAD_BYTES);
        trust.ifPresent(options::setTrustOptions);
        var pool = new PoolOptions()
                .setHttp1MaxSize(settings.maxConcurrent())
                .setMaxWaitQueueSize(settings.maxConcurrent());
        this.client = vertx.createHttpClient(options, pool);
    }

    /** Sends a request; fails with {@link NoResponseException}. {@code left} is the time for the whole exchange. */
    Future<CallResponse> call(
            TargetUrl target,
            List<InetAddress> checked,
            HttpMethod method,
            MultiMap headers,
            Optional<Buffer> body,
            Duration left) {
        var exchange = new CallExchange(vertx, left);
        connect(exchange, target, checked.subList(0, Math.min(MAX_ADDRESSES, checked.size())), method, headers)
                .onSuccess(request -> exchange.send(request, body))
                .onFailure(exchange::failed);
        return exchange.answer().recover(cause -> Future.failedFuture(NoResponseException.of(cause)));
    }

    Duration timeout() {
        return timeout;
    }

    Future<Void> close() {
        return client.close();
    }

    private Future<HttpClientRequest> connect(
            CallExchange exchange, TargetUrl target, List<InetAddress> addresses, HttpMethod method, MultiMap headers) {
        var options = new RequestOptions()
                .setServer(SocketAddress.inetSocketAddress(new InetSocketAddress(addresses.get(0), target.port())))
                .setHost(target.host())
                .setPort(target.port())
                .setSsl(target.tls())
                .setMethod(method)
                .setURI(target.path())
                .setFollowRedirects(false)
                .setHeaders(headers);
        return client.request(options)
                .recover(failed -> addresses.size() > 1 && !exchange.isOver()
                        ? connect(exchange, target, addresses.subList(1, addresses.size()), method, headers)
                        : Future.failedFuture(failed));
    }
}
