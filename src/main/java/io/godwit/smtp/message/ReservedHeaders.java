package io.godwit.smtp.message;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The names of header fields that the service writes itself, of those that others add on the way, and of those that steer relays. */
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

    /**
     * Prefixes of fields the service adds to the message before it is built; those of TLS reports (RFC 8460 §5.3) exempt a message
     * from the encryption its host demands.
     */
    private static final List<String> SERVICE_PREFIXES = List.of("x-godwit-", "tls-report-");

    /**
     * Prefixes of fields that relays execute as commands: other recipients, other accounts, other settings, past our own lists
     * and limits.
     */
    private static final List<String> RELAY_PREFIXES = List.of(
            "x-smtpapi",
            "x-mc-",
            "x-ses-",
            "x-mailgun-",
            "x-pm-",
            "x-mj-",
            "x-sg-",
            "x-msys-",
            "x-sib-",
            "x-mailin-",
            "x-postmark-",
            "x-elasticemail-",
            "x-mailersend-",
            "x-socketlabs-",
            "x-greenarrow-",
            "feedback-id",
            "errors-to",
            "apparently-to",
            "disposition-notification-to",
            "return-receipt-to",
            "domainkey-signature");

    /** Such fields of PowerMTA and SocketLabs, whose names begin as those of other fields may. */
    private static final Set<String> RELAY_NAMES =
            Set.of("x-envid", "x-job", "x-virtual-mta", "x-xsmailingid", "x-xsmessageid");

    private ReservedHeaders() {}

    /** Returns whether a relay may take the field for a command to it. */
    public static boolean steersRelay(String name) {
        var lower = name.toLowerCase(Locale.ROOT);
        return RELAY_NAMES.contains(lower) || RELAY_PREFIXES.stream().anyMatch(lower::startsWith);
    }

    /** Returns whether only the service writes fields of this name. */
    public static boolean isOfService(String name) {
        return SERVICE_PREFIXES.stream().anyMatch(name.toLowerCase(Locale.ROOT)::startsWith);
    }

    /** Refused in requests. */
    public static boolean isReserved(String name) {
        return isReservedInMessage(name) || isOfService(name);
    }

    /** Refused in {@link Message#headers()}, which may have fields of the service. */
    static boolean isReservedInMessage(String name) {
        var lower = name.toLowerCase(Locale.ROOT);
        return NAMES.contains(lower) || PREFIXES.stream().anyMatch(lower::startsWith);
    }
}
