package io.godwit.delivery.tls;

import io.godwit.dns.AllowedAddresses;
import io.godwit.dns.DnsResolver;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.TrustOptions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Sends requests over HTTPS to hosts that strangers name, and to public addresses only, unless the operator allows others. The
 * certificate is checked, redirects are not followed, an answer has at most 64 KB, and an exchange takes at most 60 s.
 */
public final class HttpsClient {

    /** The limit of an exchange (RFC 8461 §3.3). */
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static final int MAX_BODY_BYTES = 64 << 10;
    private static final int MAX_HEAD_BYTES = 16 << 10;
    private static final int MAX_CONCURRENT = 20;

    private final Vertx vertx;
    private final DnsResolver dns;
    private final AllowedAddresses allowed;
    private final HttpClient client;

    HttpsClient(Vertx vertx, DnsResolver dns, AllowedAddresses allowed, CertificateAuthorities authorities) {
        this.vertx = vertx;
        this.dns = dns;
        this.allowed = allowed;
        this.client = vertx.createHttpClient(
                new HttpClientOptions()
                        .setSsl(true)
                        .setTrustOptions(TrustOptions.wrap(authorities.manager()))
                        .setVerifyHost(true)
                        .setProtocolVersion(HttpVersion.HTTP_1_1)
                        .setKeepAlive(false)
                        .setDecompressionSupported(false)
                        .setConnectTimeout((int) TIMEOUT.dividedBy(2).toMillis())
                        .setMaxHeaderSize(MAX_HEAD_BYTES),
                new PoolOptions().setHttp1MaxSize(MAX_CONCURRENT).setMaxWaitQueueSize(MAX_CONCURRENT));
    }

    /**
     * The answer to a request.
     *
     * @param type the media type, without parameters, in lower case; empty when there is none
     */
    public record Response(int status, String type, Buffer body) {}

    /** The target of a request; {@code path} with its query. */
    public record RequestTarget(String host, int port, String path) {}

    public Future<Response> get(RequestTarget target) {
        return exchange(target, HttpMethod.GET, Optional.empty(), Buffer.buffer());
    }

    public Future<Response> post(RequestTarget target, String contentType, Buffer body) {
        return exchange(target, HttpMethod.POST, Optional.of(contentType), body);
    }

    private Future<Response> exchange(RequestTarget target, HttpMethod method, Optional<String> type, Buffer body) {
        var promise = Promise.<Response>promise();
        var timer = vertx.setTimer(
                TIMEOUT.toMillis(), ignored -> promise.tryFail("No answer within " + TIMEOUT.toSeconds() + " s"));
        addresses(target.host())
                .compose(addresses -> connect(target, addresses, method))
                .onSuccess(request -> send(request, type, body, promise))
                .onFailure(promise::tryFail);
        return promise.future().onComplete(ignored -> vertx.cancelTimer(timer));
    }

    private Future<List<InetAddress>> addresses(String host) {
        var ipv4 = dns.a(host);
        var ipv6 = dns.aaaa(host);
        return Future.all(ipv4, ipv6).compose(ignored -> {
            var found = Stream.of(ipv4.result(), ipv6.result())
                    .flatMap(answer -> answer.records().stream())
                    .toList();
            var usable = found.stream().filter(allowed::allows).toList();
            return usable.isEmpty()
                    ? Future.failedFuture(
                            found.isEmpty()
                                    ? "The host " + host + " has no address"
                                    : "The host " + host + " has no public address")
                    : Future.succeededFuture(usable);
        });
    }

    private Future<HttpClientRequest> connect(RequestTarget target, List<InetAddress> addresses, HttpMethod method) {
        var options = new RequestOptions()
                .setServer(SocketAddress.inetSocketAddress(new InetSocketAddress(addresses.get(0), target.port())))
                .setHost(target.host())
                .setPort(target.port())
                .setSsl(true)
                .setMethod(method)
                .setURI(target.path())
                .setFollowRedirects(false);
        return client.request(options)
                .recover(failed -> addresses.size() > 1
                        ? connect(target, addresses.subList(1, addresses.size()), method)
                        : Future.failedFuture(failed));
    }

    private void send(HttpClientRequest request, Optional<String> type, Buffer body, Promise<Response> promise) {
        if (promise.future().isComplete()) {
            reset(request);
            return;
        }
        type.ifPresent(value -> request.putHeader("Content-Type", value));
        request.exceptionHandler(promise::tryFail);
        request.response().onSuccess(response -> read(response, promise)).onFailure(promise::tryFail);
        request.end(body).onFailure(promise::tryFail);
        promise.future().onComplete(ignored -> reset(request));
    }

    private static void read(HttpClientResponse response, Promise<Response> promise) {
        var body = Buffer.buffer();
        response.exceptionHandler(promise::tryFail);
        response.handler(chunk -> {
            if (body.length() + chunk.length() > MAX_BODY_BYTES) {
                promise.tryFail("The answer has more than " + MAX_BODY_BYTES + " bytes");
            } else {
                body.appendBuffer(chunk);
            }
        });
        response.endHandler(ignored -> promise.tryComplete(new Response(response.statusCode(), type(response), body)));
    }

    private static String type(HttpClientResponse response) {
        var header = Optional.ofNullable(response.getHeader("Content-Type")).orElse("");
        return header.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }

    /** Closes the connection; no effect on a request that has ended. */
    private static void reset(HttpClientRequest request) {
        request.reset().onFailure(ignored -> {});
    }

    Future<Void> close() {
        return client.close();
    }
}
