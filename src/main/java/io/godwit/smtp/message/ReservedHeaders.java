package io.godwit.smtp.message;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The names of header fields that the service writes itself, and of those that others add on the way. */
public final class ReservedHeaders {

    private static final Set<String> NAMES = Set.of(
            "from",
            "sender",
            "to",
            "cc",
            "bcc",
            "subject",
            "date",
            "message-id",
            "mime-version",
            "reply-to",
            "return-path",
            "received",
            "dkim-signature",
            "authentication-results");

    private static final List<String> PREFIXES = List.of("content-", "resent-", "arc-");

    /** Of fields the service adds to the message before it is built. */
    private static final String SERVICE_PREFIX = "x-godwit-";

    private ReservedHeaders() {}

    /** Refused in requests. */
    public static boolean isReserved(String name) {
        return isReservedInMessage(name) || name.toLowerCase(Locale.ROOT).startsWith(SERVICE_PREFIX);
    }

    /** Refused in {@link Message#headers()}, which may have fields of the service. */
    static boolean isReservedInMessage(String name) {
        var lower = name.toLowerCase(Locale.ROOT);
        return NAMES.contains(lower) || PREFIXES.stream().anyMatch(lower::startsWith);
    }
}
