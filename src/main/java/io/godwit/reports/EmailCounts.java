package io.godwit.reports;

/** The numbers of emails by what happened to them. */
record EmailCounts(long sent, long delivered, long opened, long clicked, long bounced, long complained) {

    static final EmailCounts NONE = new EmailCounts(0, 0, 0, 0, 0, 0);

    EmailCounts plus(EmailCounts other) {
        return new EmailCounts(
                sent + other.sent,
                delivered + other.delivered,
                opened + other.opened,
                clicked + other.clicked,
                bounced + other.bounced,
                complained + other.complained);
    }

    /** A number in per cent of the sent emails, 0 when there were none. */
    double rate(long some) {
        return sent == 0 ? 0 : 100.0 * some / sent;
    }

    /** The rate in per cent, with one decimal. */
    double roundedRate(long some) {
        return Math.round(rate(some) * 10) / 10.0;
    }

    long all() {
        return sent + delivered + opened + clicked + bounced + complained;
    }
}
