package io.godwit.smtp;

import java.time.Duration;
import java.util.Optional;

/**
 * One step of a dialogue and the reply to it.
 *
 * @param step {@code connect}, {@code greeting}, {@code tls}, a command's verb, or {@code dot}
 * @param duration the time from the command, or from the reply before it where commands were sent in a group, to the reply
 * @param reply empty for a step that has none
 */
public record SmtpExchange(String step, Duration duration, Optional<SmtpReply> reply) {}
