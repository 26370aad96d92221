package io.godwit.db;

import io.netty.channel.unix.Errors.NativeIoException;
import io.vertx.core.VertxException;
import io.vertx.sqlclient.ClosedConnectionException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import javax.net.ssl.SSLException;

/** Knows the words for a connection to PostgreSQL that is gone; they say nothing about the statement it was asked. */
public final class ConnectionErrors {

    /**
     * The driver has one plain class for lost connections and for parameters that do not fit, which are our mistake; only
     * its text tells them apart.
     */
    private static final List<String> PLAIN_WORDS =
            List.of("Connection is not active now", "Pending requests failed to be sent");

    /** Files and parsers fail with I/O exceptions too. */
    private static final List<Class<? extends IOException>> OF_A_WIRE = List.of(
            SocketException.class,
            ClosedChannelException.class,
            SSLException.class,
            NativeIoException.class,
            NoConnectionException.class);

    private ConnectionErrors() {}

    /** Whether the connection is gone, or there was none. What it was asked to do may have been done. */
    public static boolean isLoss(Throwable cause) {
        return cause instanceof ClosedConnectionException
                || cause instanceof StatementTimeoutException
                || isOfWire(cause)
                || isPlain(cause);
    }

    /** A transport that names no class of its own throws the plain one. */
    private static boolean isOfWire(Throwable cause) {
        return cause.getClass() == IOException.class || OF_A_WIRE.stream().anyMatch(type -> type.isInstance(cause));
    }

    private static boolean isPlain(Throwable cause) {
        var text = String.valueOf(cause.getMessage());
        return cause.getClass() == VertxException.class && PLAIN_WORDS.stream().anyMatch(text::startsWith);
    }
}
