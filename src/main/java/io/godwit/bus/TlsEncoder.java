package io.godwit.bus;

import com.hazelcast.internal.networking.HandlerStatus;
import com.hazelcast.internal.networking.OutboundHandler;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;

/** Encrypts the bytes for another member, last in the chain of a channel. */
final class TlsEncoder extends OutboundHandler<ByteBuffer, ByteBuffer> {

    /** Records of full size (16 KB) that are written to the socket at once. */
    private static final int RECORDS = 4;

    private final SSLEngine engine;

    /** For an engine whose handshake is done. */
    TlsEncoder(SSLEngine engine) {
        this.engine = engine;
    }

    @Override
    public void handlerAdded() {
        initDstBuffer(RECORDS * engine.getSession().getPacketBufferSize());
    }

    /** Dirty while there is more than the socket has room for. */
    @Override
    public HandlerStatus onWrite() throws SSLException {
        dst.compact();
        try {
            while (src.hasRemaining() || engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
                var status = engine.wrap(src, dst).getStatus();
                if (status == Status.BUFFER_OVERFLOW) {
                    return HandlerStatus.DIRTY;
                }
                if (status == Status.CLOSED) {
                    throw new SSLException("The connection to the other member has ended");
                }
            }
            return HandlerStatus.CLEAN;
        } finally {
            dst.flip();
        }
    }
}
