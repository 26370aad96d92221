package io.godwit.delivery.egress;

import io.godwit.delivery.shaping.ShapingKey;
import java.time.Instant;
import java.util.Locale;

/**
 * A failure to connect that holds some emails of a site and not the others.
 *
 * @param since the time of the latest failure
 * @param times failures in a row
 */
record ConnectionHold(HoldKey key, String sentence, Instant since, Instant until, int times) {

    private static final int MAX_SENTENCE = 500;

    ConnectionHold {
        sentence = sentence.length() > MAX_SENTENCE ? sentence.substring(0, MAX_SENTENCE) : sentence;
    }

    /** The kinds of emails that a failure holds. */
    enum Kind {
        /** Holds the emails of a domain. */
        DOMAIN,
        /** Holds the emails that have no other address to go to. */
        ADDRESS;

        /** Returns the kind as rows have it. */
        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * The emails that are held.
     *
     * @param subject a domain or an address
     */
    record HoldKey(ShapingKey site, Kind kind, String subject) {}

    ConnectionHold until(Instant end) {
        return new ConnectionHold(key, sentence, since, end, times);
    }
}
