package io.godwit.db;

import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.TrustOptions;
import io.vertx.pgclient.SslMode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.Optional;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Translates each {@code sslmode} of libpq into the driver's options for checking the server's certificate; the driver decides
 * nothing itself.
 */
final class SslModes {

    /** The request for encryption: its length and its number (PostgreSQL documentation, 54.2.11 SSL Session Encryption). */
    private static final byte[] REQUEST = {0, 0, 0, 8, 4, (byte) 210, 22, 47};

    private static final int ENCRYPTED = 'S';

    private static final int TIMEOUT_MILLIS = 5_000;

    private SslModes() {}

    /**
     * True when the server encrypts connections. Blocks. Fails when the server does not answer.
     *
     * @param host a name or an address, not the directory of a socket
     */
    static boolean offeredBy(String host, int port) throws IOException {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(REQUEST);
            return socket.getInputStream().read() == ENCRYPTED;
        }
    }

    /** Only the two modes that verify look at the certificate, and only {@code verify-full} at the host's name in it. */
    static ClientSSLOptions of(SslMode mode, Optional<String> rootCertificate) {
        return switch (mode) {
            case VERIFY_FULL -> verifying(rootCertificate).setHostnameVerificationAlgorithm("HTTPS");
            case VERIFY_CA -> verifying(rootCertificate).setHostnameVerificationAlgorithm("");
            case DISABLE, ALLOW, PREFER, REQUIRE ->
                new ClientSSLOptions().setTrustAll(true).setHostnameVerificationAlgorithm("");
        };
    }

    private static ClientSSLOptions verifying(Optional<String> rootCertificate) {
        return new ClientSSLOptions()
                .setTrustOptions(rootCertificate
                        .<TrustOptions>map(file -> new PemTrustOptions().addCertPath(file))
                        .orElseGet(SslModes::ofJvm));
    }

    private static TrustOptions ofJvm() {
        try {
            var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            @Nullable KeyStore built = null;
            factory.init(built);
            return Arrays.stream(factory.getTrustManagers())
                    .filter(X509TrustManager.class::isInstance)
                    .findFirst()
                    .map(TrustOptions::wrap)
                    .orElseThrow();
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException("The JVM's trusted certificates cannot be read", broken);
        }
    }
}
