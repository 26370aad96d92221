package io.godwit.reputation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReputationResultTest {

    @ParameterizedTest
    @CsvSource({
        "1000, 49, 0, HEALTHY",
        "1000, 50, 0, WARNING",
        "1000, 99, 0, WARNING",
        "1000, 100, 0, CRITICAL",
        "99, 40, 0, HEALTHY",
        "100, 10, 0, CRITICAL",
        "10, 1, 0, HEALTHY",
        "2000, 0, 2, HEALTHY",
        "4000, 0, 3, WARNING",
        "2000, 0, 4, WARNING",
        "3000, 0, 5, CRITICAL",
    })
    void theRatesOfAWeekSpeakFromAHundredMailsAndSomeCasesOn(
            long total, long bounces, long complaints, RiskLevel expected) {
        var week = new Rates(total, bounces, complaints);

        var result = ReputationResult.of(new SendingStats(Rates.NONE, week, Rates.NONE, week, false));

        assertThat(result.level()).isEqualTo(expected);
        assertThat(result.suspends()).isEqualTo(expected == RiskLevel.CRITICAL);
    }

    @Test
    void theRateOfAllTimesSuspendsOnceAndThenOnlyWithFreshBounces() {
        var allTime = new Rates(1000, 90, 0);

        var stale = ReputationResult.of(new SendingStats(Rates.NONE, Rates.NONE, allTime, new Rates(50, 9, 0), false));
        var fresh = ReputationResult.of(new SendingStats(Rates.NONE, Rates.NONE, allTime, new Rates(50, 10, 0), false));

        assertThat(stale.level()).isEqualTo(RiskLevel.CRITICAL);
        assertThat(stale.suspends()).isFalse();
        assertThat(fresh.suspends()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"true, 9, HEALTHY", "true, 10, WARNING", "true, 25, CRITICAL", "false, 25, HEALTHY"})
    void onlyAYoungProjectIsMeasuredByNumbersAlone(boolean isNew, long bounces, RiskLevel expected) {
        var day = new Rates(30, bounces, 0);

        var result = ReputationResult.of(new SendingStats(day, Rates.NONE, Rates.NONE, day, isNew));

        assertThat(result.level()).isEqualTo(expected);
    }
}
