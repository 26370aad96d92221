package io.godwit.webhooks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Validates the methods and headers that users may set for a call. */
public final class CallHeaders {

    /** The methods a call may have. */
    public static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "PATCH", "DELETE");

    private static final int MAX_HEADERS = 50;
    private static final int MAX_NAME_LENGTH = 128;
    private static final int MAX_VALUE_LENGTH = 4_096;

    /** The maximum length of all headers with their separators; servers accept 8 KB. */
    private static final int MAX_HEADER_BYTES = 7_168;

    /** A header name (RFC 9110 §5.6.2). */
    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

    /** Headers users may not set: framing and routing of the message, headers of one connection, and those written here. */
    private static final Set<String> RESERVED = Set.of(
            "host",
            "content-length",
            "transfer-encoding",
            "content-encoding",
            "connection",
            "keep-alive",
            "te",
            "trailer",
            "upgrade",
            "http2-settings",
            "expect",
            "accept-encoding",
            "webhook-id",
            "webhook-timestamp",
            "webhook-signature");

    private CallHeaders() {}

    /**
     * Lists each header that cannot be sent, as a sentence; empty when all can. The same check runs before and after
     * rendering.
     */
    public static List<String> mistakes(Map<String, String> headers) {
        var mistakes = new ArrayList<String>();
        headers.forEach((name, value) -> mistake(name, value).ifPresent(mistakes::add));
        var size = headers.entrySet().stream()
                .mapToInt(header -> header.getKey().length() + header.getValue().length() + 4)
                .sum();
        if (headers.size() > MAX_HEADERS || size > MAX_HEADER_BYTES) {
            mistakes.add(
                    "At most " + MAX_HEADERS + " headers of " + MAX_HEADER_BYTES + " characters in all can be sent.");
        }
        return mistakes;
    }

    private static Optional<String> mistake(String name, String value) {
        if (name.length() > MAX_NAME_LENGTH || !TOKEN.matcher(name).matches()) {
            return Optional.of("A header's name must be at most " + MAX_NAME_LENGTH + " letters, digits and hyphens.");
        }
        var lower = name.toLowerCase(Locale.ROOT);
        if (RESERVED.contains(lower) || lower.startsWith("proxy-") || lower.startsWith("sec-")) {
            return Optional.of("The header " + name + " cannot be set.");
        }
        if (value.length() > MAX_VALUE_LENGTH || value.chars().anyMatch(CallHeaders::isForbidden)) {
            return Optional.of("The header " + name + " must have at most " + MAX_VALUE_LENGTH
                    + " characters, and no line breaks or control characters.");
        }
        return Optional.empty();
    }

    private static boolean isForbidden(int character) {
        return character != '\t' && Character.isISOControl(character);
    }
}
