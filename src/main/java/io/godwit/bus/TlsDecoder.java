package io.godwit.bus;

import com.hazelcast.internal.networking.HandlerStatus;
import com.hazelcast.internal.networking.InboundHandler;
import com.hazelcast.internal.nio.Protocols;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;

/**
 * Decrypts the bytes another member sends, first in the chain of a channel. Passes on the protocol of members alone: clients of
 * Hazelcast, HTTP and memcache are not served, not even to holders of the key.
 */
final class TlsDecoder extends InboundHandler<ByteBuffer, ByteBuffer> {

    private static final byte[] MEMBER_PROTOCOL = Protocols.CLUSTER.getBytes(StandardCharsets.US_ASCII);

    private final SSLEngine engine;

    /** Decrypted bytes, to be read. The next handler may take as few as three at a time. */
    private final ByteBuffer decrypted;

    private int protocolBytes;

    /** For an engine whose handshake is done. */
    TlsDecoder(SSLEngine engine) {
        this.engine = engine;
        this.decrypted = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize())
                .flip();
    }

    @Override
    public void handlerAdded() {
        initSrcBuffer(engine.getSession().getPacketBufferSize());
    }

    /** Dirty while the next handler has not taken all that is decrypted. */
    @Override
    public HandlerStatus onRead() throws IOException {
        src.flip();
        try {
            do {
                handOver();
            } while (!decrypted.hasRemaining() && decrypt());
            return decrypted.hasRemaining() ? HandlerStatus.DIRTY : HandlerStatus.CLEAN;
        } finally {
            src.compact();
        }
    }

    private void handOver() {
        var length = Math.min(decrypted.remaining(), dst.remaining());
        dst.put(decrypted.slice(decrypted.position(), length));
        decrypted.position(decrypted.position() + length);
    }

    /** Decrypts a record; returns false when the rest of it has not arrived yet. */
    private boolean decrypt() throws IOException {
        decrypted.clear();
        var result = engine.unwrap(src, decrypted);
        decrypted.flip();
        if (result.getStatus() == Status.CLOSED) {
            throw new EOFException("The other member has ended the connection");
        }
        TlsTasks.run(engine);
        if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
            channel.outboundPipeline().wakeup();
        }
        requireMemberProtocol();
        return result.bytesConsumed() > 0;
    }

    private void requireMemberProtocol() throws IOException {
        for (var at = 0; protocolBytes < MEMBER_PROTOCOL.length && at < decrypted.limit(); at++) {
            if (decrypted.get(at) != MEMBER_PROTOCOL[protocolBytes++]) {
                throw new IOException("This port serves members alone");
            }
        }
    }
}
