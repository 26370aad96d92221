package io.godwit.delivery.tls;

import io.vertx.core.net.ClientSSLOptions;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Accepts any certificate and keeps what the server showed, to be judged after the handshake. For one connection. */
public final class ShownCertificate implements CertificateCheck {

    private volatile List<X509Certificate> chain = List.of();

    @Override
    public void check(X509Certificate[] shown, String authType) {
        chain = List.of(shown);
    }

    /** Returns the options of the handshake. */
    public ClientSSLOptions options() {
        return CheckedTrust.options(this);
    }

    /** Returns the server's own certificate; empty before the handshake. */
    public Optional<X509Certificate> certificate() {
        return chain.stream().findFirst();
    }

    /** Returns the reason for which a client that checks the certificate of {@code host} refuses it; empty when it accepts it. */
    public Optional<TlsResult> refusal(CertificateAuthorities authorities, String host) {
        try {
            authorities
                    .check(Set.of(host.toLowerCase(Locale.ROOT)))
                    .check(chain.toArray(X509Certificate[]::new), "UNKNOWN");
            return Optional.empty();
        } catch (CertificateException rejected) {
            return CertificateRejectedException.in(rejected).map(CertificateRejectedException::result);
        }
    }
}
