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

    /** With the second of a sweep, less than the promised 30 s. */
    private static final Duration TIMEOUT = Duration.ofSeconds(25);

    private final HttpContext edge;
    private final Duration timeout;
    private @Nullable HttpServer server;

    public HttpVerticle(HttpContext edge) {
        this(edge, TIMEOUT);
    }

    public HttpVerticle(HttpContext edge, Duration timeout) {
        this.edge = edge;
        this.timeout = timeout;
    }

    @Override
    public Future<?> start() {
        var lines = new ConnectionDeadlines(timeout, edge.connections());
        vertx.setPeriodic(SWEEP_MILLIS, ignored -> lines.sweep());
        var bodies = new BodyReader(edge.budgets(), vertx.createSharedWorkerExecutor("web-bodies", 1));
        var front = new RequestPipeline(context, edge, lines, bodies);
        var table = new RouterBuilder(edge.api().routes());
        server = vertx.createHttpServer(options())
                .connectionHandler(lines)
                .requestHandler(table.router(vertx, front))
                .invalidRequestHandler(new InvalidRequestHandler());
        return server.listen()
                .recover(this::cannotListen)
                .onSuccess(listening -> edge.listensOn(listening.actualPort()));
    }

    private Future<HttpServer> cannotListen(Throwable cause) {
        return Future.failedFuture(ListeningPort.refusal(edge.settings(), cause));
    }

    @Override
    public Future<?> stop() {
        return Objects.requireNonNull(server).shutdown(DRAIN_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }

    private HttpServerOptions options() {
        return new HttpServerOptions()
                .setHost(edge.settings().host())
                .setPort(
                        edge.settings().port() == 0
                                ? ANY_PORT_BUT_ONE_FOR_ALL
                                : edge.settings().port())
                .setHttp2ClearTextEnabled(false)
                .setPerFrameWebSocketCompressionSupported(false)
                .setPerMessageWebSocketCompressionSupported(false)
                .setMaxInitialLineLength(MAX_LINE_LENGTH)
                .setMaxHeaderSize(MAX_HEAD_BYTES);
    }
}
