package io.godwit.sending.rendering;

import io.godwit.sending.EmailAttempt;
import io.godwit.smtp.Envelope;

/**
 * An email ready for the wire.
 *
 * @param message complete and signed
 * @param subject as shown, without the values that must not be kept
 */
public record SignedMessage(EmailAttempt email, Envelope envelope, byte[] message, String subject) {}
