package io.godwit.smtp.client;

import io.godwit.smtp.Envelope;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpStage;
import io.godwit.smtp.message.HeaderValidator;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * A message in the form written to the connection.
 *
 * @param data dots stuffed (RFC 5321 §4.5.2), without the last line end, which the connection adds
 * @param eightBit whether it has octets outside ASCII, which MAIL declares (RFC 6152 §3)
 */
record WireMessage(String mailFrom, String recipient, String data, boolean eightBit) {

    private static final String NO_UTF8 =
            "The client vertx does not offer SMTPUTF8, which this message needs; set mail.client to native";

    /**
     * Throws an {@link IllegalArgumentException} when the envelope cannot be written as a command, or the message is not UTF-8, in
     * which the connection writes, and an {@link SmtpException} when the message needs SMTPUTF8, which vertx-mail-client lacks.
     */
    static WireMessage of(Envelope envelope, byte[] message) {
        var text = text(message);
        if (envelope.recipient().isInternational()
                || envelope.mailFrom().isInternational()
                || hasInternationalHeader(text)) {
            throw EnvelopeCommands.refusal(SmtpStage.MAIL, 553, "5.6.7", NO_UTF8);
        }
        return new WireMessage(
                HeaderValidator.address(envelope.mailFrom().value()),
                HeaderValidator.address(envelope.recipient().value()),
                transparent(text),
                text.length() != message.length || text.chars().anyMatch(character -> character > 127));
    }

    private static boolean hasInternationalHeader(String text) {
        var end = text.indexOf("\r\n\r\n");
        return text.chars().limit(end < 0 ? text.length() : end).anyMatch(character -> character > 127);
    }

    private static String text(byte[] message) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(message))
                    .toString();
        } catch (CharacterCodingException other) {
            throw new IllegalArgumentException(
                    "A message must be ASCII or UTF-8 to be handed to the mail server", other);
        }
    }

    private static String transparent(String text) {
        var stuffed = (text.startsWith(".") ? "." + text : text).replace("\r\n.", "\r\n..");
        return stuffed.endsWith("\r\n") ? stuffed.substring(0, stuffed.length() - 2) : stuffed;
    }
}
