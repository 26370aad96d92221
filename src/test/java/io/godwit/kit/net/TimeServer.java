package io.godwit.kit.net;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.datagram.DatagramSocket;
import java.time.Duration;
import java.time.Instant;

/** A time server (NTP) whose clock differs from this machine's. */
public final class TimeServer implements AutoCloseable {

    private static final long EPOCH = 2_208_988_800L;

    private final DatagramSocket socket;
    private volatile Duration ahead = Duration.ZERO;

    private TimeServer(Vertx vertx) {
        this.socket = vertx.createDatagramSocket();
        socket.handler(question -> socket.send(
                Buffer.buffer(new byte[48])
                        .setUnsignedInt(40, Instant.now().plus(ahead).getEpochSecond() + EPOCH),
                question.sender().port(),
                question.sender().host()));
        socket.listen(0, "127.0.0.1").await();
    }

    public static TimeServer start(Vertx vertx) {
        return new TimeServer(vertx);
    }

    /** For the setting {@code mail.check.time}. */
    public String address() {
        return "127.0.0.1:" + socket.localAddress().port();
    }

    public void ahead(Duration by) {
        ahead = by;
    }

    @Override
    public void close() {
        socket.close().await();
    }
}
