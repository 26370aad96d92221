package io.godwit.web.server;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Listens for HTTP on one event loop; deploy one per core. Stopping it answers the requests in flight first. */
public final class HttpVerticle extends VerticleBase {

    private static final int MAX_LINE_LENGTH = 8 << 10;
    private static final int MAX_HEAD_BYTES = 16 << 10;
    private static final long SWEEP_MILLIS = 1000;
    private static final int DRAIN_TIMEOUT_SECONDS = 10;

    /** Vert.x gives each instance a port of its own for 0, and one that they share for a negative number. */
    private static final int ANY_PORT_BUT_ONE_FOR_ALL = -1;

    /** The time a client may take; with the second between two sweeps, less than the 30 s that are promised. */
    private static final Duration TIMEOUT = Duration.ofSeconds(25);

    private final HttpContext http;
    private final Duration timeout;
    private @Nullable HttpServer server;

    public HttpVerticle(HttpContext http) {
        this(http, TIMEOUT);
    }

    public HttpVerticle(HttpContext http, Duration timeout) {
        this.http = http;
        this.timeout = timeout;
    }

    @Override
    public Future<?> start() {
        var connections = new ConnectionSupervisor(timeout, http.connections());
        vertx.setPeriodic(SWEEP_MILLIS, ignored -> connections.sweep());
        var bodyReader = new BodyReader(http.budgets(), vertx.createSharedWorkerExecutor("web-bodies", 1));
        var pipeline = new RequestPipeline(context, http, connections, bodyReader);
        var builder = new RouterBuilder(http.api().routes());
        server = vertx.createHttpServer(options())
                .connectionHandler(connections)
                .requestHandler(builder.router(vertx, pipeline))
                .invalidRequestHandler(new InvalidRequestHandler());
        return server.listen()
                .recover(this::cannotListen)
                .onSuccess(listening -> http.listensOn(listening.actualPort()));
    }

    private Future<HttpServer> cannotListen(Throwable cause) {
        return Future.failedFuture(ListeningPort.refusal(http.settings(), cause));
    }

    @Override
    public Future<?> stop() {
        return Objects.requireNonNull(server).shutdown(DRAIN_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }

    private HttpServerOptions options() {
        return new HttpServerOptions()
                .setHost(http.settings().host())
                .setPort(
                        http.settings().port() == 0
                                ? ANY_PORT_BUT_ONE_FOR_ALL
                                : http.settings().port())
                .setHttp2ClearTextEnabled(false)
                .setPerFrameWebSocketCompressionSupported(false)
                .setPerMessageWebSocketCompressionSupported(false)
                .setMaxInitialLineLength(MAX_LINE_LENGTH)
                .setMaxHeaderSize(MAX_HEAD_BYTES);
    }
}
