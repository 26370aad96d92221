package io.godwit.smtp;

import io.godwit.core.EmailAddress;
import java.util.Optional;

/**
 * The envelope of a message (RFC 5321 §2.3.1): the return path {@code MAIL FROM} and the recipient {@code RCPT TO}.
 *
 * @param id told to servers that offer DSN, which repeat it in their reports (ENVID, RFC 3461 §4.4): printable ASCII
 */
public record Envelope(EmailAddress mailFrom, EmailAddress recipient, Optional<String> id) {

    /** Creates an envelope without an id. */
    public Envelope(EmailAddress mailFrom, EmailAddress recipient) {
        this(mailFrom, recipient, Optional.empty());
    }
}
