package io.godwit.delivery;

import io.godwit.delivery.shaping.Hold;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The traffic of one egress source to one site, as its node saw it last.
 *
 * @param site a provider, or a set of mail hosts
 * @param queued emails that wait for it; absent for a site without a queue of its own
 * @param oldestSeconds the age of the oldest of them
 * @param perHour the rate in force, emails per hour
 * @param mailsPerConnection max emails on one connection; clients of the API know the member by this name
 * @param reason the code of the reason nothing starts now; absent while emails start
 * @param sentence the reason in words
 */
public record SiteState(
        String site,
        String source,
        Optional<String> provider,
        Optional<Long> queued,
        Optional<Long> oldestSeconds,
        int perHour,
        int openConnections,
        int maxConnections,
        int mailsPerConnection,
        Optional<Hold.Code> reason,
        Optional<String> sentence,
        Optional<Instant> waitsUntil,
        List<Pause> suspensions,
        List<LastReply> lastReplies,
        Instant seenAt) {

    /**
     * A time in which nothing is sent.
     *
     * @param senderDomain the only sender's domain it concerns; absent: all
     */
    public record Pause(Hold.Code reason, String sentence, Optional<String> senderDomain, Instant until) {}

    /** A reply of a mail host to an email. */
    public record LastReply(Instant at, String reply) {}
}
