package io.godwit.delivery.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/** The certificate authorities that vouch for mail hosts and web servers of policies: Java's, and more that the operator names. */
public final class CertificateAuthorities {

    private static final int MAX_CAUSES = 10;

    private final X509TrustManager manager;

    private CertificateAuthorities(X509TrustManager manager) {
        this.manager = manager;
    }

    /** Java's own, read when the first asks for them; empty when they cannot be read, and then the next read says why. */
    private static final class OfJava {

        private static final Optional<X509TrustManager> MANAGER = find();

        private static Optional<X509TrustManager> find() {
            try {
                return Optional.of(manager(null));
            } catch (GeneralSecurityException unreadable) {
                return Optional.empty();
            }
        }
    }

    /** Reads Java's certificates once for all who ask later; blocks, for a twentieth of a start. */
    public static void preload() {
        Objects.requireNonNull(OfJava.MANAGER);
    }

    /** Reads the certificates; blocks. */
    public static CertificateAuthorities read(Optional<Path> more) {
        try {
            var ofJava = OfJava.MANAGER.isPresent() ? OfJava.MANAGER.get() : manager(null);
            return new CertificateAuthorities(more.isEmpty() ? ofJava : manager(joined(ofJava, more.get())));
        } catch (GeneralSecurityException | IOException unreadable) {
            throw new IllegalStateException("The certificate authorities cannot be read", unreadable);
        }
    }

    private static X509TrustManager manager(@org.jspecify.annotations.Nullable KeyStore store)
            throws GeneralSecurityException {
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return (X509TrustManager) factory.getTrustManagers()[0];
    }

    private static KeyStore joined(X509TrustManager ofJava, Path more) throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        var number = 0;
        for (var authority : ofJava.getAcceptedIssuers()) {
            store.setCertificateEntry("java" + number++, authority);
        }
        try (var pem = Files.newInputStream(more)) {
            for (var authority : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
                store.setCertificateEntry("more" + number++, authority);
            }
        }
        return store;
    }

    X509TrustManager manager() {
        return manager;
    }

    /** Returns the check that a certificate is issued by an authority, valid, and for one of the hosts. */
    CertificateCheck check(Set<String> hosts) {
        return new PkixCheck(this, hosts);
    }

    private record PkixCheck(CertificateAuthorities authorities, Set<String> hosts) implements CertificateCheck {

        @Override
        public void check(X509Certificate[] chain, String authType) throws CertificateException {
            try {
                authorities.manager.checkServerTrusted(chain, authType);
            } catch (CertificateException untrusted) {
                throw new CertificateRejectedException(
                        isOutOfDate(untrusted) ? TlsResult.CERTIFICATE_EXPIRED : TlsResult.CERTIFICATE_NOT_TRUSTED,
                        "The certificate of the mail host is not trusted: " + untrusted.getMessage());
            }
            if (!CertificateNames.match(chain[0], hosts)) {
                throw new CertificateRejectedException(
                        TlsResult.CERTIFICATE_HOST_MISMATCH, "The certificate of the mail host is for another name");
            }
        }
    }

    /** Returns whether a certificate was rejected for its dates alone. */
    static boolean isOutOfDate(Throwable rejected) {
        Throwable cause = rejected;
        for (var depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
            if (cause instanceof CertificateExpiredException || cause instanceof CertificateNotYetValidException) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
