package io.godwit.delivery.shaping;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class WarmUpTest {

    private static final Instant START = Instant.parse("2026-11-02T00:00:00Z");

    private final WarmUp warmUp = new WarmUp(START);

    private void day(int number, int share, int refused) {
        for (var hour = 0; hour < 24; hour++) {
            var now = START.plus(Duration.ofDays(number)).plus(Duration.ofHours(hour));
            warmUp.advance(now);
            var most = warmUp.available(true) * share / 100;
            for (var sent = 0; sent < most; sent++) {
                warmUp.started(now);
            }
        }
        for (var one = 0; one < refused; one++) {
            warmUp.deferred();
        }
    }

    private void dayOfCampaigns() {
        for (var hour = 0; hour < 24; hour++) {
            var now = START.plus(Duration.ofHours(hour));
            warmUp.advance(now);
            while (warmUp.available(false) > 0) {
                warmUp.started(now);
            }
        }
    }

    private int step(int day) {
        warmUp.advance(START.plus(Duration.ofDays(day)));
        return warmUp.state().step();
    }

    @Test
    void aFullDayLeadsToTheNextStep() {
        day(0, 100, 0);

        assertThat(warmUp.state().sent()).isEqualTo(WarmUpPlan.perDay(0)).isEqualTo(50);
        assertThat(step(1)).isEqualTo(1);
        assertThat(WarmUpPlan.perDay(1)).isEqualTo(70);
    }

    @Test
    void aDayWithLittleMailOrWithDeferralsIsRepeated() {
        day(0, 10, 0);
        assertThat(step(1)).isEqualTo(0);

        day(1, 100, 2);
        assertThat(step(2)).isEqualTo(0);
    }

    @Test
    void aBlockLeadsTwoStepsBackOnceADay() {
        for (var number = 0; number < 4; number++) {
            day(number, 100, 0);
        }
        assertThat(step(4)).isEqualTo(4);

        warmUp.blocked();
        warmUp.blocked();

        assertThat(warmUp.state().step()).isEqualTo(2);
    }

    @Test
    void aMonthOfSilenceLeadsToTheStart() {
        day(0, 100, 0);
        day(1, 100, 0);

        assertThat(step(35)).isZero();
    }

    @Test
    void noHourHasMoreThanAnEighthOfTheDay() {
        warmUp.advance(START);

        assertThat(warmUp.available(true)).isEqualTo(WarmUpPlan.perHour(0)).isEqualTo(6);
    }

    @Test
    void aFifthOfTheHourAndOfTheDayIsLeftToTransactionalEmails() {
        warmUp.advance(START);
        assertThat(warmUp.available(false)).isEqualTo(4);

        dayOfCampaigns();

        assertThat(warmUp.state().sent()).isEqualTo(40);
        assertThat(warmUp.heldUntil(false)).contains(START.plus(Duration.ofDays(1)));
        assertThat(warmUp.heldUntil(true)).isEmpty();
    }

    @Test
    void aDayOfCampaignsAloneLeadsToTheNextStep() {
        dayOfCampaigns();

        assertThat(step(1)).isEqualTo(1);
    }

    @Test
    void thePlanGrowsFromFiftyToHundredsOfThousands() {
        var table = WarmUpPlan.table();

        assertThat(table).hasSize(WarmUpPlan.STEPS);
        assertThat(table.get(0)).isEqualTo(new WarmUpPlan.Step(0, 50, 6));
        assertThat(table.get(10).perDay()).isEqualTo(1_446);
        assertThat(table.get(28).perDay()).isBetween(600_000, 700_000);
    }
}
