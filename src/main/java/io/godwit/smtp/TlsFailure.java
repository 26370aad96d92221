package io.godwit.smtp;

import java.util.Optional;

/**
 * The reason a connection could not be encrypted.
 *
 * @param cause the error of the handshake, if there was one
 */
public record TlsFailure(Kind kind, Optional<Throwable> cause) {

    /** The step that failed. */
    public enum Kind {
        /** EHLO did not offer STARTTLS. */
        NOT_OFFERED,
        /** STARTTLS was offered and then refused. */
        REFUSED,
        /** The handshake failed, or the certificate was not accepted. */
        HANDSHAKE
    }
}
