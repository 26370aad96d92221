package io.godwit.bounces;

import java.util.Locale;
import java.util.regex.Pattern;

/** The part of our sending that a refusal is about, and that has to wait. */
public enum RefusalScope {
    /** This message. */
    MESSAGE,
    /** All emails to this address. */
    MAILBOX,
    /** This connection: it has carried too many emails, or the session went wrong. */
    CONNECTION,
    /** The number of connections at once. */
    CONNECTIONS,
    /** All emails with the domain of this sender. */
    SENDER_DOMAIN,
    /** All emails from this address of ours. */
    SOURCE,
    /** All emails to this site. */
    SITE;

    private static final Pattern PER_CONNECTION = Pattern.compile(
            "(?:messages?|e?-?mails?|msgs?|recipients?|transactions?) (?:per|in (?:this|one|a single|the same)|on (?:this|one|a single)|for this)"
                    + " (?:smtp )?(?:connection|session)|too many (?:messages|mails|e-mails) (?:this|in this|on this) session");

    private static final Pattern CONNECTIONS_AT_ONCE = Pattern.compile(
            "(?:too many|maximum number of|max number of|number of|excessive|limit of|limit on|simultaneous|concurrent|parallel)"
                    + " (?:number of )?(?:open |concurrent |simultaneous |parallel |smtp |client |tcp )*(?:connections|sessions)"
                    + "|(?:connections?|sessions?) (?:per (?:ip|host|client|resource)|limit|count)|concurrent connection"
                    + "|trop de connexions|ofr004_104|zu viele verbindungen|s3115|rp-003");

    private static final Pattern DOMAIN =
            Pattern.compile("(?:dkim|spf|url|sender|sending|from) domain|domain frequency|rp-002");

    /** Returns the scope by the class, and by the words where the class has several. */
    public static RefusalScope of(RefusalClass kind, String line) {
        return switch (kind) {
            case DEAD, CLOSED, FULL -> MAILBOX;
            case GREYLISTED, CONTENT, SIZE, POLICY, UNKNOWN -> MESSAGE;
            case BLOCKED_SOURCE -> SOURCE;
            case BLOCKED_DOMAIN -> SENDER_DOMAIN;
            case ROUTING, SYSTEM -> SITE;
            case SESSION -> CONNECTION;
            case RATE_LIMITED -> ofRate(line.toLowerCase(Locale.ROOT));
        };
    }

    private static RefusalScope ofRate(String line) {
        if (PER_CONNECTION.matcher(line).find()) {
            return CONNECTION;
        }
        if (CONNECTIONS_AT_ONCE.matcher(line).find()) {
            return CONNECTIONS;
        }
        return DOMAIN.matcher(line).find() ? SENDER_DOMAIN : SOURCE;
    }
}
