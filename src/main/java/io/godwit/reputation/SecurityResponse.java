package io.godwit.reputation;

import io.godwit.core.Tenant;
import io.godwit.core.id.ProjectId;
import io.godwit.projects.SuspensionService.Suspension;
import java.util.List;

/**
 * The bounce and complaint rates of a project against their limits.
 *
 * @param isDisabled whether sending is suspended
 */
record SecurityResponse(Status status, Levels levels, boolean isDisabled, List<Suspension> suspensions) {

    /**
     * The rates, and sentences about those that are too high.
     *
     * @param shouldDisable whether the rates suspend sending
     */
    record Status(
            ProjectId projectId,
            boolean isHealthy,
            boolean shouldDisable,
            PeriodRates twentyFourHour,
            PeriodRates sevenDay,
            PeriodRates allTime,
            boolean isNewProject,
            List<String> violations,
            List<String> warnings) {}

    /** The numbers of a period; rates are in per cent. */
    record PeriodRates(long total, long bounces, long complaints, double bounceRate, double complaintRate) {

        static PeriodRates of(Rates rates) {
            return new PeriodRates(
                    rates.total(), rates.bounces(), rates.complaints(), rates.bounceRate(), rates.complaintRate());
        }
    }

    /** The level of each rate. */
    record Levels(RiskLevel bounce7Day, RiskLevel bounceAllTime, RiskLevel complaint7Day, RiskLevel complaintAllTime) {

        static Levels of(SendingStats stats) {
            return new Levels(
                    RateThreshold.BOUNCE_7_DAY.level(stats),
                    RateThreshold.BOUNCE_ALL_TIME.level(stats),
                    RateThreshold.COMPLAINT_7_DAY.level(stats),
                    RateThreshold.COMPLAINT_ALL_TIME.level(stats));
        }
    }

    static SecurityResponse of(Tenant tenant, SendingStats stats, boolean open, List<Suspension> recent) {
        var result = ReputationResult.of(stats);
        var status = new Status(
                tenant.project(),
                result.level() == RiskLevel.HEALTHY,
                result.suspends(),
                PeriodRates.of(stats.day()),
                PeriodRates.of(stats.week()),
                PeriodRates.of(stats.allTime()),
                stats.isNew(),
                result.violations(),
                result.warnings());
        return new SecurityResponse(status, Levels.of(stats), !open, recent);
    }
}
