package io.godwit.delivery.tls;

import io.godwit.smtp.SmtpException;
import io.godwit.smtp.TlsFailure;
import io.godwit.smtp.client.SmtpClientSession;
import java.util.Optional;

/**
 * The end of the opening of a session with a mail host: it is encrypted, or failed to be. A connection without a greeting is no
 * session.
 *
 * @param source the local IP address, empty when unknown
 * @param address the IP address of the host, empty when none was connected to
 * @param result of the handshake; of a session that fell back to no encryption the failure of its first connection
 */
public record TlsSession(
        TlsRequirement requirement, Optional<String> source, Optional<String> address, TlsResult result) {

    /** Returns a session that is open. */
    public static TlsSession opened(
            TlsRequirement requirement, Optional<String> source, Optional<String> address, SmtpClientSession session) {
        var fellBack = session.capabilities().startTls();
        var result = session.tls().isPresent()
                ? TlsResult.SUCCESS
                : fellBack ? TlsResult.VALIDATION_FAILURE : TlsResult.STARTTLS_NOT_SUPPORTED;
        return new TlsSession(requirement, source, address, result);
    }

    /** Returns a session that could not be encrypted as required; empty when it failed for another reason. */
    public static Optional<TlsSession> failed(
            TlsRequirement requirement, Optional<String> source, Optional<String> address, Throwable cause) {
        return cause instanceof SmtpException failure
                ? failure.tlsFailure().map(tls -> new TlsSession(requirement, source, address, result(tls)))
                : Optional.empty();
    }

    private static TlsResult result(TlsFailure failure) {
        return switch (failure.kind()) {
            case NOT_OFFERED, REFUSED -> TlsResult.STARTTLS_NOT_SUPPORTED;
            case HANDSHAKE ->
                failure.cause()
                        .flatMap(CertificateRejectedException::in)
                        .map(CertificateRejectedException::result)
                        .orElse(TlsResult.VALIDATION_FAILURE);
        };
    }

    /** Returns the session that did not take place because the host may not be connected to. */
    public static TlsSession refused(TlsRequirement requirement) {
        var result = requirement.known().map(TlsRequirement.Obstacle::result).orElse(TlsResult.VALIDATION_FAILURE);
        return new TlsSession(requirement, Optional.empty(), Optional.empty(), result);
    }

    /**
     * Returns the result to count: what was known before the session and what an observed certificate lacked count as failures
     * of a session that is encrypted all the same.
     */
    public TlsResult counted() {
        if (result != TlsResult.SUCCESS) {
            return result;
        }
        return requirement
                .known()
                .map(TlsRequirement.Obstacle::result)
                .or(requirement.observed())
                .orElse(result);
    }
}
