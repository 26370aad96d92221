package io.godwit.delivery.shaping;

import java.time.Instant;
import java.util.Optional;

/**
 * A time in which nothing is sent from a source to a site, or nothing of one sender's domain.
 *
 * @param senderDomain the only domain it concerns; empty for all
 * @param sentence the cause, with the reply that led to it
 * @param times suspensions for this cause in a row, each longer than the one before
 * @param lifted whether it has ended, and only its number counts, for the next one
 */
public record Suspension(
        Hold.Code code,
        Optional<String> senderDomain,
        String sentence,
        Instant since,
        Instant until,
        int times,
        boolean lifted) {

    private static final int MAX_SENTENCE = 500;

    public Suspension {
        sentence = sentence.length() > MAX_SENTENCE ? sentence.substring(0, MAX_SENTENCE) : sentence;
    }

    boolean concerns(String domain) {
        return senderDomain.isEmpty() || senderDomain.get().equals(domain);
    }

    boolean isFor(Hold.Code cause, Optional<String> domain) {
        return code == cause && senderDomain.equals(domain);
    }

    Suspension liftedAt(Instant now) {
        return new Suspension(code, senderDomain, sentence, since, now, times, true);
    }
}
