package io.godwit.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.godwit.core.Failure;
import io.godwit.db.TestDatabase;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.reports.ReportedHistory.Fact;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hours and days are those of where the caller lives, on days with 23 and 25 hours too; each sum is a full count. */
@CloseFields
class AnalyticsSeriesTest {

    private static final Vertx VERTX = Vertx.vertx();
    private static final TestDatabase DB = TestDatabase.fresh(VERTX);
    private static final List<Optional<String>> STREAMS =
            List.of(Optional.empty(), Optional.of("TRANSACTIONAL"), Optional.of("CAMPAIGN"), Optional.of("WORKFLOW"));

    private final AnalyticsStore store = new AnalyticsStore();

    /** A day, how many hours it has there, and into how many stretches those are cut. */
    @ParameterizedTest
    @CsvSource({
        "Europe/Berlin, 2026-03-29, 23, 23",
        "Europe/Berlin, 2026-10-25, 25, 25",
        "America/New_York, 2026-03-08, 23, 23",
        "America/New_York, 2026-11-01, 25, 25",
        "Asia/Kolkata, 2026-03-29, 24, 24",
        "Asia/Kathmandu, 2026-10-25, 24, 24",
        // Midnight comes twice.
        "Atlantic/Azores, 2026-10-25, 25, 25",
        // Half an hour comes twice.
        "Australia/Lord_Howe, 2026-04-05, 24.5, 25",
        // A zone PostgreSQL reads as west of Greenwich.
        "+05:30, 2026-03-29, 24, 24",
        "UTC+2, 2026-03-29, 24, 24"
    })
    void everyDayAndHourIsCountedWhereTheCallerLives(ZoneId zone, LocalDate day, double hours, int stretches) {
        var today = period(zone, day, day.plusDays(1));
        var period = period(zone, day.minusDays(1), day.plusDays(2));
        var history = new ReportedHistory(DB, day.toEpochDay(), period.to());
        DB.query(
                "UPDATE email_count_progress SET counted_until = ?::timestamptz",
                today.from().minus(Duration.ofHours(4)).toString());
        history.add(500, today.from().minus(Duration.ofHours(3)), today.to().plus(Duration.ofHours(3)));

        assertThat(Duration.between(today.from(), today.to())).isEqualTo(Duration.ofMinutes((long) (hours * 60)));
        assertThat(Granularity.HOUR.starts(today)).hasSize(stretches);
        assertThat(Granularity.DAY.starts(period)).hasSize(3);
        assertSeries(history, period);
        rollUpTo(today.from().plus(Duration.ofHours(6)));
        assertSeries(history, period);
        rollUpTo(today.to().plus(Duration.ofHours(4)));
        assertSeries(history, period);
    }

    private static ReportPeriod period(ZoneId zone, LocalDate from, LocalDate to) {
        return new ReportPeriod(
                from.atStartOfDay(zone).toInstant(), to.atStartOfDay(zone).toInstant(), zone, Optional.empty());
    }

    private static void rollUpTo(Instant moment) {
        var rollups = new RollupWorker(DB.database());
        while (DB.count(
                        "SELECT count(*) FROM email_count_progress WHERE counted_until < ?::timestamptz",
                        moment.toString())
                == 1) {
            rollups.countSome().await();
        }
    }

    private void assertSeries(ReportedHistory history, ReportPeriod all) {
        for (var stream : STREAMS) {
            var period = new ReportPeriod(all.from(), all.to(), all.zone(), stream);
            assertUnit(Granularity.DAY, history, period, ZonedDateTime::toLocalDate);
            assertUnit(
                    Granularity.HOUR,
                    history,
                    period,
                    at -> at.toLocalDateTime().truncatedTo(ChronoUnit.HOURS) + " at " + at.getOffset());
        }
    }

    /** Facts and stretches are named by the calendar, each in its own way, and must agree. */
    private void assertUnit(
            Granularity unit, ReportedHistory history, ReportPeriod period, Function<ZonedDateTime, Object> name) {
        var found = store.series(DB.database().requests(), history.tenant, period, unit.starts(period))
                .await();

        var nameToCounts = found.entrySet().stream()
                .collect(
                        Collectors.toMap(each -> name.apply(each.getKey().atZone(period.zone())), Map.Entry::getValue));
        var nameToFacts = history.facts.stream()
                .filter(fact -> !fact.at().isBefore(period.from()) && fact.at().isBefore(period.to()))
                .filter(fact ->
                        period.stream().isEmpty() || period.stream().get().equals(fact.source()))
                .collect(Collectors.groupingBy(fact -> name.apply(fact.at().atZone(period.zone()))));
        assertThat(nameToCounts).as(unit + " of " + period).isEqualTo(counted(nameToFacts));
    }

    private static Map<Object, EmailCounts> counted(Map<Object, List<Fact>> nameToFacts) {
        return nameToFacts.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, each -> ReportedHistory.count(each.getValue())));
    }

    @Test
    void nothingAtAllIsASeriesOfNothing() {
        var history = new ReportedHistory(DB, 1, Instant.now());
        var period = period(ZoneOffset.UTC, LocalDate.of(2026, 1, 1), LocalDate.of(2026, 2, 1));
        var moment = new ReportPeriod(period.from(), period.from(), period.zone(), Optional.empty());

        var counts = store.series(DB.database().requests(), history.tenant, period, Granularity.HOUR.starts(period))
                .await();
        var none = store.series(DB.database().requests(), history.tenant, moment, Granularity.DAY.starts(moment))
                .await();

        assertThat(counts).isEmpty();
        assertThat(Granularity.HOUR.starts(period)).hasSize(31 * 24);
        assertThat(Granularity.DAY.starts(moment)).isEmpty();
        assertThat(none).isEmpty();
    }

    @Test
    void tenThousandDaysAreRefusedAsHoursAndCutAsDays() {
        var zone = ZoneId.of("Europe/Berlin");
        var absurd = period(zone, LocalDate.of(1999, 1, 1), LocalDate.of(2026, 5, 19));
        var month = period(zone, LocalDate.of(2026, 10, 1), LocalDate.of(2026, 11, 1));

        assertThatThrownBy(() -> Granularity.HOUR.bounded(absurd))
                .isInstanceOfSatisfying(Failure.class, failure -> assertThat(failure.issues())
                        .singleElement()
                        .satisfies(
                                issue -> assertThat(issue.message()).contains("at most 31 days", "granularity=day")));
        assertThat(Granularity.HOUR.starts(Granularity.HOUR.bounded(month))).hasSize(31 * 24 + 1);
        assertThat(Granularity.DAY.starts(Granularity.DAY.bounded(absurd)))
                .hasSize(90)
                .allMatch(start -> start.atZone(zone).getHour() == 0);
    }
}
