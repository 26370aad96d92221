package io.godwit.delivery.tls;

import java.util.Optional;

/** The result of a session as TLS reports count it (RFC 8460 §4.3). */
public enum TlsResult {
    /** Encrypted as the policy wants. */
    SUCCESS("success"),
    /** STARTTLS was not offered, or refused. */
    STARTTLS_NOT_SUPPORTED("starttls-not-supported"),
    CERTIFICATE_HOST_MISMATCH("certificate-host-mismatch"),
    CERTIFICATE_EXPIRED("certificate-expired"),
    CERTIFICATE_NOT_TRUSTED("certificate-not-trusted"),
    /** Any other failure of the handshake. */
    VALIDATION_FAILURE("validation-failure"),
    /** The MTA-STS policy does not name the mail host. */
    MX_NOT_LISTED("validation-failure", "mx-not-listed"),
    /** No TLSA record can be used, or none matches the certificate. */
    TLSA_INVALID("tlsa-invalid"),
    /** The validating resolver found a proof wrong, or did not answer. */
    DNSSEC_INVALID("dnssec-invalid"),
    STS_POLICY_FETCH_ERROR("sts-policy-fetch-error"),
    STS_POLICY_INVALID("sts-policy-invalid"),
    /** The certificate of the policy's web server is not valid. */
    STS_WEBPKI_INVALID("sts-webpki-invalid");

    private final String code;
    private final Optional<String> reason;

    TlsResult(String code) {
        this.code = code;
        this.reason = Optional.empty();
    }

    TlsResult(String code, String reason) {
        this.code = code;
        this.reason = Optional.of(reason);
    }

    /** Returns the name in reports: {@code certificate-expired}. */
    public String code() {
        return code;
    }

    /** Returns a detail for reports (failure-reason-code). */
    public Optional<String> reason() {
        return reason;
    }
}
