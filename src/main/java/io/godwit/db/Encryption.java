package io.godwit.db;

import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.TrustOptions;
import io.vertx.pgclient.SslMode;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.Optional;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** What each {@code sslmode} of libpq demands of the server's certificate, said to the driver, which decides nothing itself. */
final class Encryption {

    private Encryption() {}

    /** Only the two that verify look at the certificate, and only {@code verify-full} at the host's name in it. */
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
                        .orElseGet(Encryption::ofJvm));
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
