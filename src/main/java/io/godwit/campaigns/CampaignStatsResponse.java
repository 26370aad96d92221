package io.godwit.campaigns;

import io.godwit.campaigns.CampaignStatsStore.StatsSnapshot;
import io.godwit.sending.EmailReason;
import io.godwit.sending.EmailStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The answer of {@code GET /campaigns/:id/stats}: rates are per cent of the emails sent, and the counts in {@code books} add up to
 * the audience.
 *
 * @param machineOpens emails opened by programs that prefetch or scan, which are not in {@code openedCount}
 * @param sending null unless the campaign is being sent or is paused
 */
record CampaignStatsResponse(
        long totalRecipients,
        long sentCount,
        long deliveredCount,
        long openedCount,
        long clickedCount,
        long bouncedCount,
        long complainedCount,
        long unsubscribedCount,
        long machineOpens,
        long machineClicks,
        double openRate,
        double clickRate,
        double bounceRate,
        double complaintRate,
        double unsubscribeRate,
        double deliveryRate,
        Totals books,
        List<Reason> reasons,
        Optional<CampaignSending> sending,
        Instant countedAt) {

    /**
     * A reason why emails were not sent, and their number.
     *
     * @param reason a sentence of the platform, or the reply of a mail server
     * @param reasonCode if the platform ended the emails; empty for replies of mail servers
     */
    record Reason(EmailStatus outcome, String reason, Optional<EmailReason> reasonCode, long count) {}

    /** The recipients by outcome; the numbers add up to the audience. */
    record Totals(long audience, long pending, long sent, Skipped skipped, Failed failed, long cancelled) {

        static Totals of(CampaignCounts counts) {
            return new Totals(
                    counts.all(),
                    counts.pending(),
                    counts.sent(),
                    new Skipped(counts.unsubscribed(), counts.suppressed(), counts.deleted()),
                    new Failed(counts.refused(), counts.failed()),
                    counts.cancelled());
        }
    }

    /** Recipients that got no email because of their own state. */
    record Skipped(long unsubscribed, long suppressed, long deleted) {}

    /** Recipients whose email could not be sent. */
    record Failed(long refused, long failed) {}

    static CampaignStatsResponse of(StatsSnapshot snapshot) {
        var counts = snapshot.counts();
        return new CampaignStatsResponse(
                counts.all() - counts.skipped(),
                counts.sent(),
                counts.delivered(),
                counts.opened(),
                counts.clicked(),
                counts.bounced(),
                counts.complained(),
                counts.left(),
                counts.machineOpens(),
                counts.machineClicks(),
                rate(counts.opened(), counts),
                rate(counts.clicked(), counts),
                rate(counts.bounced(), counts),
                rate(counts.complained(), counts),
                rate(counts.left(), counts),
                rate(counts.delivered(), counts),
                Totals.of(counts),
                snapshot.reasons(),
                snapshot.sending(),
                snapshot.countedAt());
    }

    private static double rate(long some, CampaignCounts counts) {
        return counts.sent() == 0 ? 0 : 100.0 * some / counts.sent();
    }
}
