package io.godwit.bus;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/**
 * Does the handshake of TLS on a connection that still blocks. Reads one record at a time, so that all bytes behind the handshake
 * are left to the reader that comes after.
 */
final class TlsHandshake {

    /** Bytes before a record: type, version, length (RFC 8446, section 5.1). */
    private static final int HEADER_BYTES = 5;

    /** The lowest and the highest type of a record: change_cipher_spec and application_data (RFC 8446, section 5.1). */
    private static final int LOWEST_TYPE = 20;

    private static final int HIGHEST_TYPE = 23;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SSLEngine engine;
    private final Socket socket;
    private final long deadline;

    TlsHandshake(SSLEngine engine, Socket socket, Duration timeout) {
        this.engine = engine;
        this.socket = socket;
        this.deadline = System.nanoTime() + timeout.toNanos();
    }

    /** Blocks until both ends have accepted the certificate of the other; fails at the timeout, and when one end refuses. */
    void run() throws IOException {
        engine.beginHandshake();
        for (var status = engine.getHandshakeStatus();
                status != HandshakeStatus.NOT_HANDSHAKING;
                status = engine.getHandshakeStatus()) {
            advance(status);
        }
        if (engine.isInboundDone() || engine.isOutboundDone()) {
            throw new SSLException("The other end has ended the handshake");
        }
    }

    private void advance(HandshakeStatus status) throws IOException {
        switch (status) {
            case NEED_TASK -> TlsTasks.run(engine);
            case NEED_WRAP -> send();
            default -> receive();
        }
    }

    private void send() throws IOException {
        var record = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(NOTHING, record);
        socket.getOutputStream().write(record.array(), 0, record.position());
    }

    private void receive() throws IOException {
        var record = record();
        var data = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize());
        engine.unwrap(record, data);
        if (record.hasRemaining() || data.position() > 0) {
            throw new SSLException("The other end sends data within the handshake");
        }
    }

    private ByteBuffer record() throws IOException {
        var largest = engine.getSession().getPacketBufferSize();
        var header = read(HEADER_BYTES);
        var length = Short.toUnsignedInt(ByteBuffer.wrap(header).getShort(HEADER_BYTES - Short.BYTES));
        if (header[0] < LOWEST_TYPE || header[0] > HIGHEST_TYPE || HEADER_BYTES + length > largest) {
            throw new SSLException("The other end does not speak TLS");
        }
        return ByteBuffer.allocate(HEADER_BYTES + length)
                .put(header)
                .put(read(length))
                .flip();
    }

    private byte[] read(int length) throws IOException {
        var bytes = new byte[length];
        for (var done = 0; done < length; ) {
            socket.setSoTimeout(millisLeft());
            var read = socket.getInputStream().read(bytes, done, length - done);
            if (read < 0) {
                throw new SSLException("The other end has closed the connection within the handshake");
            }
            done += read;
        }
        return bytes;
    }

    private int millisLeft() throws SocketTimeoutException {
        var left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
        if (left <= 0) {
            throw new SocketTimeoutException("The other end does not finish the handshake");
        }
        return (int) left;
    }
}
