package io.godwit.bus;

import com.hazelcast.nio.MemberSocketInterceptor;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Properties;

/**
 * Proves on each connection to a member's port that both ends know the installation's key, before Hazelcast reads a byte from
 * it: each signs the other's random number. The traffic is not encrypted; the ports belong in a private network all the same.
 */
final class MemberAuthentication implements MemberSocketInterceptor {

    private static final int NONCE_BYTES = 16;

    /** Limit of the whole proof: a connection that sends nothing is closed. */
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private static final SecureRandom RANDOM = new SecureRandom();

    private final ClusterKey key;

    MemberAuthentication(ClusterKey key) {
        this.key = key;
    }

    @Override
    public void init(Properties properties) {
        // The key is given to the constructor.
    }

    /** The end that accepts the connection: sends its random number first and its signature last. */
    @Override
    public void onAccept(Socket socket) throws IOException {
        var deadline = System.nanoTime() + TIMEOUT.toNanos();
        var ownNonce = nonce();
        socket.getOutputStream().write(ownNonce);
        var peerNonce = read(socket, NONCE_BYTES, deadline);
        require(key.verify("connect", both(ownNonce, peerNonce), read(socket, ClusterKey.SIGNATURE_BYTES, deadline)));
        socket.getOutputStream().write(key.sign("accept", both(ownNonce, peerNonce)));
        socket.setSoTimeout(0);
    }

    /** The end that opens the connection. */
    @Override
    public void onConnect(Socket socket) throws IOException {
        var deadline = System.nanoTime() + TIMEOUT.toNanos();
        var peerNonce = read(socket, NONCE_BYTES, deadline);
        var ownNonce = nonce();
        var proof = key.sign("connect", both(peerNonce, ownNonce));
        socket.getOutputStream()
                .write(ByteBuffer.allocate(ownNonce.length + proof.length)
                        .put(ownNonce)
                        .put(proof)
                        .array());
        require(key.verify("accept", both(peerNonce, ownNonce), read(socket, ClusterKey.SIGNATURE_BYTES, deadline)));
        socket.setSoTimeout(0);
    }

    private static byte[] nonce() {
        var nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        return nonce;
    }

    private static byte[] both(byte[] accepting, byte[] connecting) {
        return ByteBuffer.allocate(2 * NONCE_BYTES)
                .put(accepting)
                .put(connecting)
                .array();
    }

    private static byte[] read(Socket socket, int length, long deadline) throws IOException {
        var bytes = new byte[length];
        for (var done = 0; done < length; ) {
            var left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
            require(left > 0);
            socket.setSoTimeout((int) left);
            var read = socket.getInputStream().read(bytes, done, length - done);
            require(read > 0);
            done += read;
        }
        return bytes;
    }

    private static void require(boolean proved) throws IOException {
        if (!proved) {
            throw new IOException("The other end does not know this installation's key (secrets.signing-key)");
        }
    }
}
