package io.godwit.reports;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The answer of {@code GET /analytics/audience}: how the audience grew, beside the period of equal length just before.
 *
 * @param reasons why contacts unsubscribed in the period, most frequent first
 */
record AudienceResponse(
        String timeZone,
        Growth current,
        Growth previous,
        List<AudienceGrowthStore.UnsubscribeReason> reasons,
        List<Day> series) {

    /**
     * The change of a period.
     *
     * @param to the first instant behind the period
     * @param newContacts contacts that were created
     * @param subscribed contacts that subscribed again
     * @param net the first two less those who unsubscribed; deleted contacts are not subtracted
     */
    record Growth(Instant from, Instant to, long newContacts, long subscribed, long unsubscribed, long net) {

        static Growth of(ReportPeriod period, AudienceChange change) {
            return new Growth(
                    period.from(),
                    period.to(),
                    change.created(),
                    change.subscribed(),
                    change.unsubscribed(),
                    change.net());
        }
    }

    /** The change of one day; the members are those of {@link Growth}. */
    record Day(Instant date, String bucket, long newContacts, long subscribed, long unsubscribed, long net) {

        static Day of(Instant start, String bucket, AudienceChange change) {
            return new Day(start, bucket, change.created(), change.subscribed(), change.unsubscribed(), change.net());
        }
    }

    /**
     * Creates the answer.
     *
     * @param starts the start of the period before, and those of the days of the period
     */
    static AudienceResponse of(
            ReportPeriod period,
            List<Instant> starts,
            Map<Instant, AudienceChange> startToChange,
            List<AudienceGrowthStore.UnsubscribeReason> reasons) {
        var now = starts.stream()
                .skip(1)
                .map(start -> startToChange.getOrDefault(start, AudienceChange.NONE))
                .reduce(AudienceChange.NONE, AudienceChange::plus);
        return new AudienceResponse(
                period.zone().getId(),
                Growth.of(period, now),
                Growth.of(period.before(), startToChange.getOrDefault(starts.get(0), AudienceChange.NONE)),
                reasons,
                starts.stream()
                        .skip(1)
                        .map(start -> Day.of(
                                start,
                                Granularity.DAY.name(start.atZone(period.zone())),
                                startToChange.getOrDefault(start, AudienceChange.NONE)))
                        .toList());
    }
}
