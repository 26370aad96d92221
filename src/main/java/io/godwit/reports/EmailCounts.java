package io.godwit.reports;

import java.util.Optional;

/**
 * The numbers of emails by what happened to them.
 *
 * @param machineOpens emails opened by programs that prefetch or scan, which are not in {@code opened}
 */
record EmailCounts(
        long sent,
        long delivered,
        long opened,
        long clicked,
        long bounced,
        long complained,
        long machineOpens,
        long machineClicks) {

    static final EmailCounts NONE = new EmailCounts(0, 0, 0, 0, 0, 0, 0, 0);

    EmailCounts plus(EmailCounts other) {
        return new EmailCounts(
                sent + other.sent,
                delivered + other.delivered,
                opened + other.opened,
                clicked + other.clicked,
                bounced + other.bounced,
                complained + other.complained,
                machineOpens + other.machineOpens,
                machineClicks + other.machineClicks);
    }

    /** A number in per cent of the sent emails, 0 when there were none. */
    double rate(long some) {
        return sent == 0 ? 0 : 100.0 * some / sent;
    }

    /** A number in per cent of the sent emails, empty when there were none. */
    Optional<Double> knownRate(long some) {
        return sent == 0 ? Optional.empty() : Optional.of(rate(some));
    }

    /** The rate in per cent, with one decimal. */
    double roundedRate(long some) {
        return Math.round(rate(some) * 10) / 10.0;
    }

    long all() {
        return sent + delivered + opened + clicked + bounced + complained;
    }
}
