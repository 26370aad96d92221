package io.godwit.sending.rendering;

import io.godwit.sending.attempt.EmailAttempt;
import io.godwit.smtp.Envelope;

/**
 * An email with its complete, signed message.
 *
 * @param message complete and signed
 * @param subject as rendered, without the values that must not be kept
 */
public record SignedMessage(EmailAttempt email, Envelope envelope, byte[] message, String subject) {}
