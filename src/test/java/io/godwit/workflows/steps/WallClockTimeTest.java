package io.godwit.workflows.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.Json;
import io.godwit.web.JsonBody;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The next weekday or time of day, also where clocks are changed. */
class WallClockTimeTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "09:30, UTC | | 2026-03-01T08:00:00Z | 2026-03-01T09:30:00Z",
                "09:30, UTC | | 2026-03-01T09:30:00Z | 2026-03-02T09:30:00Z",
                "09:30, Asia/Kolkata | | 2026-03-01T03:59:59Z | 2026-03-01T04:00:00Z",
                "09:00, UTC | monday | 2026-03-02T09:00:00Z | 2026-03-09T09:00:00Z",
                "09:00, UTC | sunday | 2026-03-02T09:00:00Z | 2026-03-08T09:00:00Z",
                // Clocks leap from 2:00 to 3:00 on March 29th, and back from 3:00 to 2:00 on October 25th.
                "02:30, Europe/Berlin | | 2026-03-29T00:00:00Z | 2026-03-29T01:30:00Z",
                "02:30, Europe/Berlin | | 2026-10-24T23:00:00Z | 2026-10-25T00:30:00Z",
                "02:30, Europe/Berlin | | 2026-10-25T00:30:00Z | 2026-10-26T01:30:00Z",
                "08:00, Europe/Berlin | | 2026-03-28T08:00:00Z | 2026-03-29T06:00:00Z",
                "12:00, UTC | tuesday | 2028-02-28T13:00:00Z | 2028-02-29T12:00:00Z",
                "12:00, UTC | | 2028-02-29T13:00:00Z | 2028-03-01T12:00:00Z",
                "12:00, UTC | saturday | 2028-02-27T00:00:00Z | 2028-03-04T12:00:00Z"
            })
    void isTheNextOneOfItsKind(String timeAndZone, String weekday, Instant now, Instant next) {
        var parts = timeAndZone.split(", ", -1);
        var day = weekday == null ? "" : ", \"weekday\": \"" + weekday + "\"";
        var body = JsonBody.of(
                Json.readObject("{\"time\": \"" + parts[0] + "\", \"timeZone\": \"" + parts[1] + "\"" + day + "}"));

        var time = WallClockTime.read(body).orElseThrow();

        assertThat(time.after(now)).isEqualTo(next);
    }
}
