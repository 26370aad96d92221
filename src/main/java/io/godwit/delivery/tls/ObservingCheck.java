package io.godwit.delivery.tls;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Optional;

/**
 * Accepts every certificate and remembers what another check says of the latest, for policies in testing mode (RFC 8461 §5). A
 * resumed session shows no certificate; the result of the session it resumes still stands then. Equal to itself alone, because it
 * remembers.
 */
final class ObservingCheck implements CertificateCheck {

    private final CertificateCheck check;
    private volatile Optional<TlsResult> latest = Optional.empty();

    ObservingCheck(CertificateCheck check) {
        this.check = check;
    }

    @Override
    public void check(X509Certificate[] chain, String authType) {
        try {
            check.check(chain, authType);
            latest = Optional.empty();
        } catch (CertificateException rejected) {
            latest = Optional.of(CertificateRejectedException.in(rejected)
                    .map(CertificateRejectedException::result)
                    .orElse(TlsResult.VALIDATION_FAILURE));
        }
    }

    /** Returns the failure of the latest certificate; empty when it was accepted, or none was shown. */
    Optional<TlsResult> latest() {
        return latest;
    }
}
