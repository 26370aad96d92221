package io.godwit.campaigns;

/**
 * The counts of a campaign's emails by result. Every member of the audience is in exactly one of the first eight.
 *
 * @param pending not sent yet, or without an email row yet
 * @param sent handed to the mail server, whatever was reported later
 * @param unsubscribed not mailed because they do not want it
 * @param suppressed not mailed because their address is on the suppression list
 * @param deleted contacts that are gone
 * @param refused by the recipient's mail server at once
 * @param failed for any other reason
 * @param bounced at once or later
 * @param left contacts that unsubscribed by a link of it
 * @param machineOpens emails that a machine opened, which are not in {@code opened}
 * @param machineClicks likewise clicked
 */
record CampaignCounts(
        long pending,
        long sent,
        long unsubscribed,
        long suppressed,
        long deleted,
        long refused,
        long failed,
        long cancelled,
        long delivered,
        long opened,
        long clicked,
        long bounced,
        long complained,
        long left,
        long machineOpens,
        long machineClicks) {

    static final CampaignCounts NONE = new CampaignCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** The audience. */
    long all() {
        return pending + sent + unsubscribed + suppressed + deleted + refused + failed + cancelled;
    }

    long skipped() {
        return unsubscribed + suppressed + deleted;
    }
}
