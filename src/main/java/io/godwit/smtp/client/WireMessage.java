package io.godwit.smtp.client;

import io.godwit.smtp.Envelope;
import io.godwit.smtp.message.HeaderValidator;
import java.nio.charset.StandardCharsets;

/**
 * A message in the form written to the connection.
 *
 * @param data dots stuffed (RFC 5321 §4.5.2), without the last line end, which the connection adds
 */
record WireMessage(String mailFrom, String recipient, String data) {

    /** Throws when the envelope cannot be written as a command, or the message is not ASCII. */
    static WireMessage of(Envelope envelope, byte[] message) {
        for (var octet : message) {
            if (octet < 0) {
                throw new IllegalArgumentException("A message must be ASCII when it is handed to the mail server");
            }
        }
        return new WireMessage(
                HeaderValidator.address(envelope.mailFrom().value()),
                HeaderValidator.address(envelope.recipient().value()),
                transparent(new String(message, StandardCharsets.US_ASCII)));
    }

    private static String transparent(String text) {
        var stuffed = (text.startsWith(".") ? "." + text : text).replace("\r\n.", "\r\n..");
        return stuffed.endsWith("\r\n") ? stuffed.substring(0, stuffed.length() - 2) : stuffed;
    }
}
