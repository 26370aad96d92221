package io.godwit.delivery.tls;

import java.security.cert.CertificateException;
import java.util.Optional;

/** Signals inside a handshake that the certificate of a mail host does not meet its policy. */
final class CertificateRejectedException extends CertificateException {

    private static final long serialVersionUID = 1L;

    private static final int MAX_DEPTH = 10;

    private final TlsResult result;

    CertificateRejectedException(TlsResult result, String sentence) {
        super(sentence);
        this.result = result;
    }

    TlsResult result() {
        return result;
    }

    /** Finds the rejection among the causes of a failed handshake. */
    static Optional<CertificateRejectedException> in(Throwable failed) {
        var cause = failed;
        for (var depth = 0; cause != null && depth < MAX_DEPTH; depth++) {
            if (cause instanceof CertificateRejectedException rejected) {
                return Optional.of(rejected);
            }
            cause = cause.getCause();
        }
        return Optional.empty();
    }
}
