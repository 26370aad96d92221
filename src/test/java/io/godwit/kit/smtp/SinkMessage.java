package io.godwit.kit.smtp;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A message whose final dot reached the sink.
 *
 * @param bytes as sent, less the dots added for transparency (RFC 5321 §4.5.2)
 * @param accepted whether the sink answered 250; false when it closed, kept silent or refused
 * @param tls whether it came over TLS
 */
public record SinkMessage(
        String mailFrom, List<String> recipients, byte[] bytes, Instant at, boolean accepted, boolean tls) {

    /** The first recipient, for the usual case of one. */
    public String recipient() {
        return recipients.get(0);
    }

    public String text() {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** The value of the first header field of that name, unfolded. */
    public Optional<String> header(String name) {
        return header(text(), name);
    }

    /** Without its brackets; empty when there is none. */
    public String messageId() {
        return header("Message-ID").map(id -> id.replaceAll("[<>]", "")).orElse("");
    }

    static Optional<String> header(String message, String name) {
        var end = message.indexOf("\r\n\r\n");
        var head = (end < 0 ? message : message.substring(0, end)).replaceAll("\r\n[ \t]+", " ");
        for (var line : head.split("\r\n", -1)) {
            if (line.regionMatches(true, 0, name + ":", 0, name.length() + 1)) {
                return Optional.of(line.substring(name.length() + 1).strip());
            }
        }
        return Optional.empty();
    }
}
