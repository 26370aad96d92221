package io.godwit.smtp;

import io.godwit.core.EmailAddress;

/** Who is told when it fails, and who gets it (RFC 5321 §2.3.1): {@code MAIL FROM} and {@code RCPT TO}. */
public record Envelope(EmailAddress mailFrom, EmailAddress recipient) {}
