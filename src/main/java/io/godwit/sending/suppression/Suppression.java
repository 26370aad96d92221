package io.godwit.sending.suppression;

import io.godwit.core.EmailAddress;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * An address that no longer gets emails, with the reason.
 *
 * @param evidence the text given when the address was suppressed
 * @param emailId the email whose result suppressed it
 */
record Suppression(
        EmailAddress email, Reason reason, Optional<String> evidence, Optional<UUID> emailId, Instant createdAt) {

    /** The reason of a suppression. */
    enum Reason {
        BOUNCE,
        COMPLAINT,
        MANUAL
    }

    /** A suppression to be added. */
    record Entry(EmailAddress email, Reason reason, Optional<String> evidence) {}
}
