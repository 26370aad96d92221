package io.godwit.kit.net;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;

/** A port before a server of this machine, whose octets it passes on one by one, and those of a long reply in small pieces. */
public final class OctetLink implements AutoCloseable {

    private final NetClient client;
    private final NetServer server;
    private final int target;

    private OctetLink(Vertx vertx, int target) {
        this.client = vertx.createNetClient();
        this.target = target;
        this.server = vertx.createNetServer(
                        new NetServerOptions().setHost("127.0.0.1").setPort(0))
                .connectHandler(this::connect);
    }

    /** Must not be called from an event loop. */
    public static OctetLink open(Vertx vertx, int target) {
        var link = new OctetLink(vertx, target);
        link.server.listen().await();
        return link;
    }

    public int port() {
        return server.actualPort();
    }

    private void connect(NetSocket near) {
        near.pause();
        client.connect(target, "127.0.0.1").onFailure(ignored -> near.close()).onSuccess(far -> {
            near.handler(far::write);
            near.exceptionHandler(ignored -> near.close());
            near.closeHandler(ignored -> far.close());
            new OctetWriter(far, near).begin();
            near.resume();
        });
    }

    /** One connection's octets from the server. A piece is written when the one before is out. */
    private static final class OctetWriter {

        /** Replies up to this length come octet by octet. */
        private static final int SHORT = 100;

        private final NetSocket from;
        private final NetSocket to;
        private Buffer waiting = Buffer.buffer();
        private int written;
        private boolean writing;
        private boolean ended;

        OctetWriter(NetSocket from, NetSocket to) {
            this.from = from;
            this.to = to;
        }

        void begin() {
            from.handler(octets -> {
                waiting = waiting.getBuffer(written, waiting.length()).appendBuffer(octets);
                written = 0;
                write();
            });
            from.exceptionHandler(ignored -> from.close());
            from.closeHandler(ignored -> {
                ended = true;
                write();
            });
        }

        private void write() {
            if (writing) {
                return;
            }
            if (written < waiting.length()) {
                writing = true;
                var begin = written;
                written += 1 + (waiting.length() - begin) / SHORT;
                to.write(waiting.getBuffer(begin, written)).onComplete(ignored -> {
                    writing = false;
                    write();
                });
            } else if (ended) {
                to.close();
            }
        }
    }

    @Override
    public void close() {
        server.close().await();
        client.close().await();
    }
}
