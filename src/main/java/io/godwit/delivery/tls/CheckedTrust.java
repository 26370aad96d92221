package io.godwit.delivery.tls;

import io.vertx.core.Vertx;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.TrustOptions;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.function.Function;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** Trusts the certificates that a check accepts. Trusts of equal checks are equal, so Vert.x keeps one TLS context for them. */
record CheckedTrust(CertificateCheck check) implements TrustOptions {

    /** Returns the options of a handshake that fails when the check rejects the certificate. */
    static ClientSSLOptions options(CertificateCheck check) {
        return new ClientSSLOptions().setTrustOptions(new CheckedTrust(check)).setHostnameVerificationAlgorithm("");
    }

    @Override
    public TrustOptions copy() {
        return this;
    }

    @Override
    public TrustManagerFactory getTrustManagerFactory(Vertx vertx) throws Exception {
        return TrustOptions.wrap(new Manager(check)).getTrustManagerFactory(vertx);
    }

    @Override
    public Function<String, TrustManager[]> trustManagerMapper(Vertx vertx) {
        return ignored -> new TrustManager[] {new Manager(check)};
    }

    /** Passes the chain to the check; an extended manager, so that the JDK adds no checks of its own. */
    private static final class Manager extends X509ExtendedTrustManager {

        private final CertificateCheck check;

        Manager(CertificateCheck check) {
            this.check = check;
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
                throws CertificateException {
            check.check(chain, authType);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
                throws CertificateException {
            check.check(chain, authType);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
            check.check(chain, authType);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
                throws CertificateException {
            throw notAServer();
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
                throws CertificateException {
            throw notAServer();
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
            throw notAServer();
        }

        private static CertificateException notAServer() {
            return new CertificateException("Only mail hosts are checked");
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
