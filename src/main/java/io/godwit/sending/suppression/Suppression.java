package io.godwit.sending.suppression;

import io.godwit.core.EmailAddress;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * An address that must not be mailed.
 *
 * @param evidence what was said when it came on the list
 * @param emailId the email that brought it there
 */
record Suppression(
        EmailAddress email, Reason reason, Optional<String> evidence, Optional<UUID> emailId, Instant createdAt) {

    /** How it came on the list. */
    enum Reason {
        BOUNCE,
        COMPLAINT,
        MANUAL
    }

    /** One that is to be added. */
    record Entry(EmailAddress email, Reason reason, Optional<String> evidence) {}
}
