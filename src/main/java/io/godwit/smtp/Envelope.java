package io.godwit.smtp;

import io.godwit.core.EmailAddress;

/** The envelope of a message (RFC 5321 §2.3.1): the return path {@code MAIL FROM} and the recipient {@code RCPT TO}. */
public record Envelope(EmailAddress mailFrom, EmailAddress recipient) {}
