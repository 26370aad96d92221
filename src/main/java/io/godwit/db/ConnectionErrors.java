package io.godwit.db;

import io.netty.channel.unix.Errors.NativeIoException;
import io.vertx.core.VertxException;
import io.vertx.sqlclient.ClosedConnectionException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import javax.net.ssl.SSLException;

/** Recognises errors of a lost connection to PostgreSQL; they say nothing about the statement that was sent. */
public final class ConnectionErrors {

    /**
     * Texts of lost connections. The driver has one plain class for lost connections and for parameters that do not fit, which
     * are our mistake; only the text tells them apart.
     */
    private static final List<String> PLAIN_WORDS =
            List.of("Connection is not active now", "Pending requests failed to be sent");

    /** I/O exceptions of a connection; files and parsers fail with other ones. */
    private static final List<Class<? extends IOException>> OF_A_WIRE = List.of(
            SocketException.class,
            ClosedChannelException.class,
            SSLException.class,
            NativeIoException.class,
            NoConnectionException.class);

    private ConnectionErrors() {}

    /** True when the connection is lost, or there was none. The statement may have been carried out. */
    public static boolean isLoss(Throwable cause) {
        return cause instanceof ClosedConnectionException
                || cause instanceof StatementTimeoutException
                || isOfWire(cause)
                || isPlain(cause);
    }

    /** A transport without an exception class of its own throws the plain one. */
    private static boolean isOfWire(Throwable cause) {
        return cause.getClass() == IOException.class || OF_A_WIRE.stream().anyMatch(type -> type.isInstance(cause));
    }

    private static boolean isPlain(Throwable cause) {
        var text = String.valueOf(cause.getMessage());
        return cause.getClass() == VertxException.class && PLAIN_WORDS.stream().anyMatch(text::startsWith);
    }
}
