package io.godwit.submission;

import io.godwit.contacts.DataChange;
import io.godwit.core.Failure;
import io.godwit.core.Json;
import io.godwit.smtp.message.MimeReader;
import io.godwit.smtp.message.RawMessage;
import io.godwit.templates.EmailClass;
import io.godwit.web.JsonBody;
import io.godwit.web.body.JsonReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The {@code X-Godwit-…} fields of a submitted message, which say what members of {@code POST /v1/send} say; they are removed
 * before the message is sent.
 *
 * @param type the class of the email; a template decides it when one is named
 * @param metadata the caller's notes, shown in the log
 */
record SubmissionHeaders(
        Optional<String> idempotencyKey,
        Optional<Boolean> tracking,
        Optional<String> template,
        DataChange data,
        Optional<Boolean> subscribed,
        EmailClass type,
        Map<String, @Nullable Object> metadata) {

    private static final String PREFIX = "x-godwit-";
    private static final Set<String> NAMES =
            Set.of("idempotency-key", "tracking", "template", "data", "subscribed", "class", "tag", "metadata");

    private static final int MAX_KEY = 255;
    private static final int MAX_TAG = 255;
    private static final int MAX_METADATA = 16 * 1024;

    /** Reads the fields; throws a {@link SubmissionException} for a name that is unknown or a value that is wrong. */
    static SubmissionHeaders of(RawMessage message) {
        for (var name : message.names()) {
            var lower = name.toLowerCase(Locale.ROOT);
            if (lower.startsWith(PREFIX) && !NAMES.contains(lower.substring(PREFIX.length()))) {
                throw SubmissionException.malformed("The header " + name + " is unknown");
            }
        }
        return new SubmissionHeaders(
                value(message, "Idempotency-Key").map(SubmissionHeaders::key),
                value(message, "Tracking").map(text -> flag("Tracking", text)),
                value(message, "Template"),
                value(message, "Data").map(SubmissionHeaders::data).orElse(DataChange.NONE),
                value(message, "Subscribed").map(text -> flag("Subscribed", text)),
                value(message, "Class").map(SubmissionHeaders::emailClass).orElse(EmailClass.TRANSACTIONAL),
                metadata(message));
    }

    private static Optional<String> value(RawMessage message, String name) {
        var values = message.all(PREFIX + name);
        if (values.size() > 1) {
            throw wrong(name, "is given more than once");
        }
        return values.stream()
                .map(MimeReader::decoded)
                .filter(text -> !text.isEmpty())
                .findFirst();
    }

    private static String key(String text) {
        if (text.length() > MAX_KEY || !text.chars().allMatch(character -> character >= 0x20 && character <= 0x7e)) {
            throw wrong("Idempotency-Key", "must be 1 to 255 printable ASCII characters");
        }
        return text;
    }

    private static boolean flag(String name, String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "yes", "on", "1" -> true;
            case "false", "no", "off", "0" -> false;
            default -> throw wrong(name, "must be true or false");
        };
    }

    private static EmailClass emailClass(String text) {
        try {
            return EmailClass.valueOf(text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            throw wrong("Class", "must be transactional, marketing or headless");
        }
    }

    private static DataChange data(String json) {
        var body = JsonBody.of(Map.of("data", object("Data", json)));
        var change = DataChange.read(body, "data");
        return body.build(() -> change);
    }

    private static Map<String, @Nullable Object> metadata(RawMessage message) {
        var metadata = new LinkedHashMap<String, @Nullable Object>();
        value(message, "Tag").ifPresent(tag -> metadata.put("tag", tag));
        value(message, "Metadata").ifPresent(json -> metadata.putAll(object("Metadata", json)));
        if (value(message, "Tag").filter(tag -> tag.length() > MAX_TAG).isPresent()
                || Json.write(metadata).length() > MAX_METADATA) {
            throw wrong("Metadata", "is too long");
        }
        return metadata;
    }

    private static Map<String, @Nullable Object> object(String name, String json) {
        try {
            return JsonReader.object(json.getBytes(StandardCharsets.UTF_8));
        } catch (Failure unreadable) {
            throw wrong(name, "must be a JSON object");
        }
    }

    private static SubmissionException wrong(String name, String sentence) {
        return SubmissionException.malformed("The header X-Godwit-" + name + " " + sentence);
    }
}
