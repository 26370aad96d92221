package io.godwit.smtp;

import java.util.Optional;

/**
 * What the mail server said.
 *
 * @param code RFC 5321 §4.2
 * @param enhanced RFC 3463, {@code 5.1.1}
 * @param text at most 1,000 characters, printable
 */
public record Reply(int code, Optional<String> enhanced, String text) {}
