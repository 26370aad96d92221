package io.godwit.reports;

import io.godwit.reports.BounceReasonStore.BounceReason;
import java.util.List;

/**
 * Bounces and complaints of a period, and how each receiving provider took the emails; rates are per cent of the emails
 * sent.
 *
 * @param deliveryReported false while no delivery was ever reported, so that {@code delivered} says nothing
 * @param reasons of the newest bounces, at most {@value BounceReasonStore#MAX_GROUPED}
 */
record DeliverabilityResponse(
        long sent,
        long bounces,
        long complaints,
        double bounceRate,
        double complaintRate,
        boolean deliveryReported,
        List<ProviderCounts> providers,
        List<BounceReason> reasons) {

    static DeliverabilityResponse of(
            List<AnalyticsStore.Provider> providers, List<BounceReason> reasons, boolean hasDeliveries) {
        var all = providers.stream().map(AnalyticsStore.Provider::counts).reduce(EmailCounts.NONE, EmailCounts::plus);
        return new DeliverabilityResponse(
                all.sent(),
                all.bounced(),
                all.complained(),
                all.rate(all.bounced()),
                all.rate(all.complained()),
                hasDeliveries || all.delivered() > 0,
                providers.stream().map(ProviderCounts::of).toList(),
                reasons);
    }

    /** The emails to one receiving provider; rates are per cent of the emails sent. */
    record ProviderCounts(
            String provider,
            long sent,
            long delivered,
            long bounced,
            long complained,
            long opened,
            long clicked,
            long machineOpens,
            long machineClicks,
            double deliveryRate,
            double openRate,
            double clickRate,
            double bounceRate,
            double complaintRate) {

        static ProviderCounts of(AnalyticsStore.Provider provider) {
            var counts = provider.counts();
            return new ProviderCounts(
                    provider.name(),
                    counts.sent(),
                    counts.delivered(),
                    counts.bounced(),
                    counts.complained(),
                    counts.opened(),
                    counts.clicked(),
                    counts.machineOpens(),
                    counts.machineClicks(),
                    counts.rate(counts.delivered()),
                    counts.rate(counts.opened()),
                    counts.rate(counts.clicked()),
                    counts.rate(counts.bounced()),
                    counts.rate(counts.complained()));
        }
    }
}
