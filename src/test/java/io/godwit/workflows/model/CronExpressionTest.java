package io.godwit.workflows.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When schedules come, by every clock (DST and leap days). */
class CronExpressionTest {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "* * * * *           | 2026-01-31T10:00 | 2026-01-31T10:01",
                "*/15 * * * *        | 2026-01-31T10:46 | 2026-01-31T11:00",
                "5/20 * * * *        | 2026-01-31T10:06 | 2026-01-31T10:25",
                "0 9-17/4 * * *      | 2026-01-31T10:00 | 2026-01-31T13:00",
                "0,30 8 * * *        | 2026-01-31T08:00 | 2026-01-31T08:30",
                "0 9 * * MON-FRI     | 2026-01-30T09:00 | 2026-02-02T09:00",
                "0 9 * * sat-sun     | 2026-01-30T09:00 | 2026-01-31T09:00",
                "0 9 * * 7           | 2026-01-30T09:00 | 2026-02-01T09:00",
                "0 9 * * 0           | 2026-01-30T09:00 | 2026-02-01T09:00",
                "0 9 * * */2         | 2026-01-31T09:00 | 2026-02-01T09:00",
                "0 0 1 jan *         | 2026-01-01T00:00 | 2027-01-01T00:00",
                "0 0 29 2 *          | 2026-01-01T00:00 | 2028-02-29T00:00",
                "0 0 29 2 *          | 2096-03-01T00:00 | 2104-02-29T00:00",
                "0 0 31 * *          | 2026-01-31T00:00 | 2026-03-31T00:00",
                "0 0 L * *           | 2026-01-31T00:00 | 2026-02-28T00:00",
                "0 0 15,L * *        | 2028-02-15T00:00 | 2028-02-29T00:00",
                "0 0 13 * FRI        | 2026-02-01T00:00 | 2026-02-06T00:00",
                "0 0 */2 * MON       | 2026-02-01T00:00 | 2026-02-09T00:00",
            })
    void aScheduleComesAfterTheMomentThatIsAsked(String cron, String after, String next) {
        assertThat(CronExpression.parse(cron).next(moment(after), ZoneOffset.UTC))
                .isEqualTo(moment(next));
    }

    /** Berlin's clocks skip from 2 to 3 on 2026-03-29 at 01:00 UTC, and go back from 3 to 2 on 2026-10-25 at 01:00 UTC. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "30 2 * * *   | 2026-03-28T12:00 | 2026-03-29T01:00 | 2026-03-30T00:30",
                "0 3 * * *    | 2026-03-28T12:00 | 2026-03-29T01:00 | 2026-03-30T01:00",
                "0,30 2-3 * * * | 2026-03-28T12:00 | 2026-03-29T01:00 | 2026-03-29T01:30",
                "*/30 * * * * | 2026-03-29T00:30 | 2026-03-29T01:00 | 2026-03-29T01:30",
                "15 * * * *   | 2026-03-29T00:00 | 2026-03-29T00:15 | 2026-03-29T01:15",
                "15,45 * * * * | 2026-03-29T00:30 | 2026-03-29T00:45 | 2026-03-29T01:15",
                "30 2 * * *   | 2026-10-24T12:00 | 2026-10-25T00:30 | 2026-10-26T01:30",
                "0 9 * * *    | 2026-10-24T12:00 | 2026-10-25T08:00 | 2026-10-26T08:00",
                "30 * * * *   | 2026-10-25T00:00 | 2026-10-25T00:30 | 2026-10-25T01:30",
            })
    void aTimeTheClocksSkipOrRepeatComesOnce(String cron, String after, String first, String second) {
        var schedule = CronExpression.parse(cron);

        var found = Stream.iterate(moment(after), last -> schedule.next(last, BERLIN))
                .skip(1)
                .limit(2)
                .toList();

        assertThat(found).containsExactly(moment(first), moment(second));
    }

    @Test
    void clocksThatGoBackOverMidnightShowTheEndOfTheDayOnceMore() {
        var havana = ZoneId.of("America/Havana");
        var newfoundland = ZoneId.of("America/St_Johns");

        // 2026-11-01 at 01:00 back to 00:00; and 2010-11-07 at 00:01 back to 23:01 of the day before.
        assertThat(CronExpression.parse("30 0 1 11 *").next(moment("2026-11-01T04:30"), havana))
                .isEqualTo(moment("2027-11-01T04:30"));
        assertThat(CronExpression.parse("30 * * * *").next(moment("2010-11-07T02:30:30"), newfoundland))
                .isEqualTo(moment("2010-11-07T03:00"));
    }

    @Test
    void aDayThatACountrySkipsComesOnceWhenItIsOver() {
        // Samoa had no 30 December 2011.
        assertThat(CronExpression.parse("0 12 30 12 *").next(moment("2011-12-29T12:00"), ZoneId.of("Pacific/Apia")))
                .isEqualTo(moment("2011-12-30T10:00"));
    }

    /** A naive reading: minute after minute of the clock on the wall. */
    @Test
    void everyTimeIsFoundThatASearchOverTheMinutesFinds() {
        var random = new Random(20261122);
        for (var round = 0; round < 300; round++) {
            var minute = random.nextInt(60);
            var hour = random.nextInt(24);
            var zone = List.of(BERLIN, ZoneId.of("America/New_York"), ZoneId.of("Australia/Lord_Howe"), ZoneOffset.UTC)
                    .get(random.nextInt(4));
            var after = moment("2026-01-01T00:00").plusSeconds(random.nextInt(366 * 24 * 3600));
            var cron = CronExpression.parse(minute + " " + hour + " * * *");

            var next = cron.next(after, zone);

            assertThat(next).as(cron + " after " + after + " in " + zone).isEqualTo(search(minute, hour, after, zone));
        }
    }

    private static Instant search(int minute, int hour, Instant after, ZoneId zone) {
        var wanted = hour * 60 + minute;
        var time = after.truncatedTo(java.time.temporal.ChronoUnit.MINUTES);
        while (true) {
            var before = time.atZone(zone);
            time = time.plusSeconds(60);
            var now = time.atZone(zone);
            var from = before.getHour() * 60 + before.getMinute();
            var to = now.getHour() * 60 + now.getMinute();
            var skipped = to > from + 1 && wanted > from && wanted < to;
            var repeated =
                    now.getOffset().compareTo(now.withEarlierOffsetAtOverlap().getOffset()) != 0;
            if ((to == wanted && !repeated) || skipped) {
                return time;
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''              | Expected five fields",
                "* * * *         | found 4",
                "* * * * * *     | found 6",
                "60 * * * *      | The minute must be from 0 to 59, not 60",
                "* 24 * * *      | The hour must be from 0 to 23, not 24",
                "* * 0 * *       | The day of month must be from 1 to 31, not 0",
                "* * * 13 *      | The month must be from 1 to 12, not 13",
                "* * * * 8       | The day of week must be from 0 to 7, not 8",
                "* * * * MUN     | The day of week \"MUN\" is none",
                "MON * * * *     | The minute \"MON\" is none",
                "-1 * * * *      | is none",
                "1- * * * *      | is none",
                "1-2-3 * * * *   | is no range",
                "9-5 * * * *     | ends before it begins",
                "*/0 * * * *     | The step of the minute must be from 1 to 59, not 0",
                "*/60 * * * *    | must be from 1 to 59, not 60",
                "1/2/3 * * * *   | more than one step",
                "1,,2 * * * *    | is none",
                "99999999999 * * * * | is none",
                "L * * * *       | The minute \"L\" is none",
                "0 0 30 2 *      | There is no such day in any year",
                "0 0 31 4,6,9,11 * | There is no such day in any year",
            })
    void aMistakeIsToldInWords(String cron, String sentence) {
        assertThatThrownBy(() -> CronExpression.parse(cron))
                .isInstanceOf(CronExpression.CronSyntaxException.class)
                .hasMessageContaining(sentence);
    }

    private static Instant moment(String text) {
        return LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
    }
}
