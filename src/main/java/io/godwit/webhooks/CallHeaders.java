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

    private static final int MOST = 50;
    private static final int LONGEST_NAME = 128;
    private static final int LONGEST_VALUE = 4_096;

    /** The maximum length of all headers with their separators; servers accept 8 KB. */
    private static final int LONGEST = 7_168;

    /** A header name (RFC 9110 §5.6.2). */
    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

    /** Headers users may not set: framing and routing of the message, headers of one connection, and those written here. */
    private static final Set<String> OURS = Set.of(
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
        if (headers.size() > MOST || size > LONGEST) {
            mistakes.add("At most " + MOST + " headers of " + LONGEST + " characters in all can be sent.");
        }
        return mistakes;
    }

    private static Optional<String> mistake(String name, String value) {
        if (name.length() > LONGEST_NAME || !TOKEN.matcher(name).matches()) {
            return Optional.of("A header's name must be at most " + LONGEST_NAME + " letters, digits and hyphens.");
        }
        var lower = name.toLowerCase(Locale.ROOT);
        if (OURS.contains(lower) || lower.startsWith("proxy-") || lower.startsWith("sec-")) {
            return Optional.of("The header " + name + " cannot be set.");
        }
        if (value.length() > LONGEST_VALUE || value.chars().anyMatch(CallHeaders::isForbidden)) {
            return Optional.of("The header " + name + " must have at most " + LONGEST_VALUE
                    + " characters, and no line breaks or control characters.");
        }
        return Optional.empty();
    }

    private static boolean isForbidden(int character) {
        return character != '\t' && Character.isISOControl(character);
    }
}
