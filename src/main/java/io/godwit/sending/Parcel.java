package io.godwit.sending;

import io.godwit.smtp.Envelope;

/**
 * An email ready for the wire.
 *
 * @param message complete and signed
 * @param subject as shown, without the values that must not be kept
 */
record Parcel(Outgoing email, Envelope envelope, byte[] message, String subject) {}
