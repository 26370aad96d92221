package io.godwit.reputation;

/**
 * What came of mail in some time.
 *
 * @param total how many left us
 */
record Rates(long total, long bounces, long complaints) {

    static final Rates NONE = new Rates(0, 0, 0);

    /** In per cent. */
    double bounceRate() {
        return rate(bounces);
    }

    /** In per cent. */
    double complaintRate() {
        return rate(complaints);
    }

    private double rate(long some) {
        return total == 0 ? 0 : Math.round(100_000.0 * some / total) / 1_000.0;
    }
}
