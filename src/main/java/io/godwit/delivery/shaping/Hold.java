package io.godwit.delivery.shaping;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The reason why emails of an egress source to a site wait.
 *
 * @param sentence for an operator: the cause, and the time it ends where that is known
 */
public record Hold(Code code, String sentence) {

    private static final Set<Code> SHORT = EnumSet.of(Code.RATE, Code.CONNECTIONS, Code.PROBE);
    private static final Set<Code> PACE =
            EnumSet.of(Code.RATE, Code.CONNECTIONS, Code.PROBE, Code.RATE_REPLY, Code.WARM_UP);

    /** The causes of waiting. */
    public enum Code {
        /** The learned rate is used up for the moment. */
        RATE,
        /** All connections that the site takes are in use. */
        CONNECTIONS,
        /** The day's or the hour's warm-up allowance is used up, but for what is left to transactional emails. */
        WARM_UP,
        /** The site deferred emails for their rate a moment ago. */
        RATE_REPLY,
        /** The site refuses the address of the egress source. */
        BLOCKED_SOURCE,
        /** The site refuses the domain of the sender. */
        BLOCKED_DOMAIN,
        /** No MX host of the site can be reached. */
        UNREACHABLE,
        /** The MX hosts of the site refuse connections at their greeting, or at EHLO. */
        CONNECT_REFUSED,
        /** The site fails by a fault of its own. */
        SITE_FAULT,
        /** A reply rule suspends the site. */
        REPLY_RULE,
        /** An operator suspended the site. */
        OPERATOR,
        /** One email tests whether a suspension may end. */
        PROBE,
        /** A cause that only a newer version of Godwit knows, which wrote it before this one took over. */
        OTHER;

        /** Returns the code as answers and rows have it: {@code blocked-source}. */
        @JsonValue
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** Returns the code of this text; {@link #OTHER} for one that this version does not know. */
        public static Code of(String text) {
            return Stream.of(values())
                    .filter(code -> code.text().equals(text))
                    .findFirst()
                    .orElse(OTHER);
        }
    }

    /** Returns whether the email waits for its turn only, behind others: that ends none, however old it is. */
    public boolean isOfPace() {
        return PACE.contains(code);
    }

    /** Returns whether the hold does not end by itself within seconds, so that its site needs a number. */
    public boolean isLasting() {
        return !SHORT.contains(code);
    }
}
