package io.godwit.bench;

import io.godwit.kit.net.FreePorts;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.handler.BodyHandler;

/** Measures the platform itself: a bare router that sends every body back, one event loop per core. */
final class EchoServer {

    private EchoServer() {}

    /** Prints its port, and ends with its standard input. */
    public static void main(String[] args) throws Exception {
        var vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
        var port = FreePorts.free();
        var cores = Runtime.getRuntime().availableProcessors();
        vertx.deployVerticle(() -> new Echo(port), new DeploymentOptions().setInstances(cores))
                .await();
        System.out.println(port);
        while (System.in.read() >= 0) {
            // The end of the input matters, not what is written.
        }
        vertx.close().await();
    }

    private static final class Echo extends VerticleBase {

        private final int port;

        Echo(int port) {
            this.port = port;
        }

        @Override
        public Future<?> start() {
            var router = Router.router(vertx);
            router.post().handler(BodyHandler.create(false));
            router.post().handler(call -> call.response()
                    .putHeader("Content-Type", "application/json")
                    .end(call.body().buffer())
                    .onFailure(call::fail));
            return vertx.createHttpServer().requestHandler(router).listen(port, "127.0.0.1");
        }
    }
}
