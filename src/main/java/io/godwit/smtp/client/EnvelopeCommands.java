package io.godwit.smtp.client;

import io.godwit.core.EmailAddress;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * The commands of one message with the parameters the server understands (RFC 1870, 6152, 6531 and 3461), each with its line
 * end.
 */
record EnvelopeCommands(String mail, List<String> recipients) {

    private static final String LINE_END = "\r\n";

    /** Max characters of ENVID and ORCPT with their encoding (RFC 3461 §4.4 and §4.2); longer ones are left out. */
    private static final int MAX_ID = 100;

    private static final int MAX_ORIGINAL_RECIPIENT = 500;

    /** Throws an {@link IllegalArgumentException} when an address would end its command. */
    static void requireWritable(EmailAddress mailFrom, List<EmailAddress> recipients) {
        requireWritable(mailFrom, true);
        recipients.forEach(recipient -> requireWritable(recipient, false));
    }

    /** An empty return path is the one of a report (RFC 5321 §4.5.5). */
    private static void requireWritable(EmailAddress address, boolean maybeEmpty) {
        var text = address.value();
        if (!isWritable(text) || (text.indexOf('@') < 1 && !(maybeEmpty && text.isEmpty()))) {
            throw new IllegalArgumentException("An address cannot be written into a message");
        }
    }

    private static boolean isWritable(String text) {
        for (var at = 0; at < text.length(); at++) {
            var character = text.charAt(at);
            if (character <= ' ' || character == '<' || character == '>' || (character >= 0x7f && character <= 0x9f)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Throws an {@link SmtpException} when the server has said that it does not take such a message.
     *
     * @param id of the message in reports about it
     */
    static EnvelopeCommands of(
            EmailAddress mailFrom,
            List<EmailAddress> recipients,
            Optional<String> id,
            MessageData message,
            SmtpCapabilities capabilities) {
        if (!message.lineEndsComplete()) {
            throw refusal(SmtpStage.DATA, 554, "5.6.0", "A line of the message ends with CR or LF alone");
        }
        if (message.size() > capabilities.maxSize().orElse(Long.MAX_VALUE)) {
            throw refusal(SmtpStage.MAIL, 552, "5.3.4", "The message is larger than the mail server allows");
        }
        if (!message.isAscii() && !capabilities.eightBitMime()) {
            throw refusal(SmtpStage.DATA, 554, "5.6.3", "The mail server does not offer 8BITMIME");
        }
        var international = !message.headersAreAscii()
                || mailFrom.isInternational()
                || recipients.stream().anyMatch(EmailAddress::isInternational);
        if (international && !capabilities.smtpUtf8()) {
            throw refusal(SmtpStage.MAIL, 553, "5.6.7", "The mail server does not offer SMTPUTF8");
        }
        return new EnvelopeCommands(
                "MAIL FROM:<" + mailFrom.value() + ">" + parameters(message, international, capabilities)
                        + (capabilities.dsn() ? " RET=HDRS" + id(id) : "") + LINE_END,
                recipients.stream()
                        .map(recipient -> "RCPT TO:<" + recipient.value() + ">"
                                + (capabilities.dsn() ? " NOTIFY=FAILURE,DELAY" + originalRecipient(recipient) : "")
                                + LINE_END)
                        .toList());
    }

    private static String parameters(MessageData message, boolean international, SmtpCapabilities capabilities) {
        return (capabilities.size() ? " SIZE=" + message.size() : "")
                + (message.isAscii() ? "" : " BODY=8BITMIME")
                + (international ? " SMTPUTF8" : "");
    }

    private static String id(Optional<String> id) {
        return id.map(EnvelopeCommands::xtext)
                .filter(encoded -> encoded.length() <= MAX_ID)
                .map(encoded -> " ENVID=" + encoded)
                .orElse("");
    }

    /** An address beyond ASCII has another form (RFC 6533 §3), which few servers know. */
    private static String originalRecipient(EmailAddress recipient) {
        var encoded = "rfc822;" + xtext(recipient.value());
        return recipient.isInternational() || encoded.length() > MAX_ORIGINAL_RECIPIENT ? "" : " ORCPT=" + encoded;
    }

    /** Encodes ASCII as the value of a parameter (xtext, RFC 3461 §4). */
    private static String xtext(String text) {
        var encoded = new StringBuilder(text.length());
        for (var at = 0; at < text.length(); at++) {
            var character = text.charAt(at);
            if (character > ' ' && character <= '~' && character != '+' && character != '=') {
                encoded.append(character);
            } else {
                encoded.append('+').append(HexFormat.of().withUpperCase().toHexDigits((byte) character));
            }
        }
        return encoded.toString();
    }

    /** Says in the form of a reply why nothing was sent, so that it is classified and shown as a reply is. */
    static SmtpException refusal(SmtpStage stage, int code, String enhanced, String sentence) {
        return new SmtpException(
                stage, Optional.of(new SmtpReply(code, Optional.of(enhanced), enhanced + " " + sentence)), sentence);
    }
}
