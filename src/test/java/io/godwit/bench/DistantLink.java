package io.godwit.bench;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;

/** A port whose octets take their time to a server of this machine and back. */
final class DistantLink {

    private final Vertx vertx;
    private final NetClient client;
    private final int target;
    private final long millis;

    private DistantLink(Vertx vertx, int target, long millis) {
        this.vertx = vertx;
        this.client = vertx.createNetClient();
        this.target = target;
        this.millis = millis;
    }

    /** Opens the port; {@code millis} is the time in each direction. */
    static int open(Vertx vertx, int target, long millis) {
        var link = new DistantLink(vertx, target, millis);
        return vertx.createNetServer(new NetServerOptions().setHost("127.0.0.1").setPort(0))
                .connectHandler(link::connect)
                .listen()
                .await()
                .actualPort();
    }

    private void connect(NetSocket near) {
        near.pause();
        client.connect(target, "127.0.0.1").onFailure(ignored -> near.close()).onSuccess(far -> {
            join(near, far);
            join(far, near);
            near.resume();
        });
    }

    private void join(NetSocket from, NetSocket to) {
        from.handler(octets -> vertx.setTimer(millis, ignored -> write(to, octets)));
        from.exceptionHandler(ignored -> from.close());
        from.closeHandler(ignored -> vertx.setTimer(millis, ignoredToo -> to.close()));
    }

    private static Future<Void> write(NetSocket to, Buffer octets) {
        return to.write(octets);
    }
}
