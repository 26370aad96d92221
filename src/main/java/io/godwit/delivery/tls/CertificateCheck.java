package io.godwit.delivery.tls;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;

/** Decides whether the certificate of a mail host meets its policy. Equal checks accept the same certificates. */
interface CertificateCheck {

    /**
     * Accepts the certificate, or throws a {@link CertificateRejectedException}.
     *
     * @param chain as the server sent it, its own certificate first
     * @param authType the name of the key exchange
     */
    void check(X509Certificate[] chain, String authType) throws CertificateException;
}
