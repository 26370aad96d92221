package io.godwit.reports;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The answer of {@code GET /analytics/overview}: a period beside the one of equal length just before.
 *
 * @param deliveryReported false while no delivery was ever reported, so that {@code delivered} says nothing
 */
record OverviewResponse(
        String timeZone,
        Granularity granularity,
        boolean deliveryReported,
        Totals current,
        Totals previous,
        List<Interval> series) {

    /**
     * The counts of a period. Rates are per cent of {@code sent}, and absent when nothing was sent.
     *
     * @param to the first instant behind the period
     * @param opened emails that a person opened
     * @param unsubscribed contacts; of a stream, only those who did by its emails
     * @param newContacts contacts that were created; 0 of a stream
     * @param machineOpens emails opened by programs that prefetch or scan, which are not in {@code opened}
     */
    record Totals(
            Instant from,
            Instant to,
            long sent,
            long delivered,
            long opened,
            long clicked,
            long bounced,
            long complained,
            long unsubscribed,
            long newContacts,
            long machineOpens,
            long machineClicks,
            Optional<Double> deliveryRate,
            Optional<Double> openRate,
            Optional<Double> clickRate,
            Optional<Double> bounceRate,
            Optional<Double> complaintRate,
            Optional<Double> unsubscribeRate) {

        static Totals of(ReportPeriod period, EmailCounts counts, AudienceChange audience) {
            return new Totals(
                    period.from(),
                    period.to(),
                    counts.sent(),
                    counts.delivered(),
                    counts.opened(),
                    counts.clicked(),
                    counts.bounced(),
                    counts.complained(),
                    audience.unsubscribed(),
                    audience.created(),
                    counts.machineOpens(),
                    counts.machineClicks(),
                    counts.knownRate(counts.delivered()),
                    counts.knownRate(counts.opened()),
                    counts.knownRate(counts.clicked()),
                    counts.knownRate(counts.bounced()),
                    counts.knownRate(counts.complained()),
                    counts.knownRate(audience.unsubscribed()));
        }
    }

    /**
     * The counts of one day or hour.
     *
     * @param date its start; of the first one the beginning of the period
     * @param bucket the start in the caller's time zone
     */
    record Interval(
            Instant date,
            String bucket,
            long sent,
            long delivered,
            long opened,
            long clicked,
            long bounced,
            long complained,
            long unsubscribed,
            long newContacts,
            long machineOpens,
            long machineClicks) {

        static Interval of(Instant start, String bucket, EmailCounts counts, AudienceChange audience) {
            return new Interval(
                    start,
                    bucket,
                    counts.sent(),
                    counts.delivered(),
                    counts.opened(),
                    counts.clicked(),
                    counts.bounced(),
                    counts.complained(),
                    audience.unsubscribed(),
                    audience.created(),
                    counts.machineOpens(),
                    counts.machineClicks());
        }
    }

    /**
     * Creates the answer.
     *
     * @param starts the start of the period before, and those of the intervals of the period
     */
    static OverviewResponse of(
            ReportPeriod period,
            Granularity unit,
            List<Instant> starts,
            Map<Instant, EmailCounts> emails,
            Map<Instant, AudienceChange> audience,
            boolean hasDeliveries) {
        var before = emails.getOrDefault(starts.get(0), EmailCounts.NONE);
        var now = starts.stream()
                .skip(1)
                .map(start -> emails.getOrDefault(start, EmailCounts.NONE))
                .reduce(EmailCounts.NONE, EmailCounts::plus);
        var audienceBefore = audience.getOrDefault(starts.get(0), AudienceChange.NONE);
        var audienceNow = starts.stream()
                .skip(1)
                .map(start -> audience.getOrDefault(start, AudienceChange.NONE))
                .reduce(AudienceChange.NONE, AudienceChange::plus);
        return new OverviewResponse(
                period.zone().getId(),
                unit,
                hasDeliveries || now.delivered() + before.delivered() > 0,
                Totals.of(period, now, audienceNow),
                Totals.of(period.before(), before, audienceBefore),
                starts.stream()
                        .skip(1)
                        .map(start -> Interval.of(
                                start,
                                unit.name(start.atZone(period.zone())),
                                emails.getOrDefault(start, EmailCounts.NONE),
                                audience.getOrDefault(start, AudienceChange.NONE)))
                        .toList());
    }
}
