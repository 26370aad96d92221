package io.godwit.reputation;

/**
 * The numbers of emails, bounces and complaints in a period.
 *
 * @param total the emails sent, or refused by the receiving server
 */
record Rates(long total, long bounces, long complaints) {

    static final Rates NONE = new Rates(0, 0, 0);

    /** The bounce rate in per cent. */
    double bounceRate() {
        return rate(bounces);
    }

    /** The complaint rate in per cent. */
    double complaintRate() {
        return rate(complaints);
    }

    private double rate(long some) {
        return total == 0 ? 0 : Math.round(100_000.0 * some / total) / 1_000.0;
    }
}
