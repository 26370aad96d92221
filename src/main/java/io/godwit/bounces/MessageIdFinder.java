package io.godwit.bounces;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds our Message-IDs, {@code <email-id>.<project-id>.<signature>@<sending domain>}, those of old emails without a signature.
 */
final class MessageIdFinder {

    private static final String UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

    private static final Pattern GODWIT_ID = Pattern.compile(
            UUID + "\\." + UUID + "(?:\\.[0-9a-v]{26})?@[a-z0-9.-]{1,190}[a-z0-9]", Pattern.CASE_INSENSITIVE);

    private MessageIdFinder() {}

    /**
     * Returns the Message-ID of the returned email; else the one answered to (RFC 5322 §3.6.4, the last of References is the
     * nearest); else the first in the text.
     */
    static Optional<String> in(BounceMessage message) {
        return message.returned()
                .first("Message-ID")
                .flatMap(MessageIdFinder::first)
                .or(() -> message.head().first("In-Reply-To").flatMap(MessageIdFinder::first))
                .or(() -> message.head().first("References").flatMap(MessageIdFinder::last))
                .or(() -> message.first("message/feedback-report").flatMap(MessageIdFinder::first))
                .or(() -> first(message.words()));
    }

    /**
     * Returns the text in which a signed token of ours may occur: the id of the envelope in a delivery status notification, the
     * fields of the returned email, one per line, then the message text.
     */
    static String quoted(BounceMessage message) {
        return DeliveryStatus.envelopeId(message)
                        .map(id -> DeliveryStatus.ENVELOPE_ID + ": " + id + "\n")
                        .orElse("")
                + message.returned().all().stream()
                        .map(field -> field.name() + ": " + field.value() + "\n")
                        .collect(Collectors.joining())
                + message.first("message/feedback-report")
                        .map(report -> report + "\n")
                        .orElse("")
                + message.words();
    }

    static boolean looksLikeMessageId(String address) {
        return GODWIT_ID.matcher(address).matches();
    }

    private static Optional<String> first(String text) {
        return GODWIT_ID
                .matcher(text)
                .results()
                .map(found -> lower(found.group()))
                .findFirst();
    }

    private static Optional<String> last(String text) {
        return GODWIT_ID
                .matcher(text)
                .results()
                .map(found -> lower(found.group()))
                .reduce((ignored, next) -> next);
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
