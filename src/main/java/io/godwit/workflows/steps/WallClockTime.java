package io.godwit.workflows.steps;

import io.godwit.web.JsonBody;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A weekday, a time of day, or both, in a time zone.
 *
 * @param time time of the wall clock; the start of the day when only a weekday is given
 */
record WallClockTime(Optional<DayOfWeek> weekday, LocalTime time, ZoneId zone) {

    private static final Pattern TIME = Pattern.compile("([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?");

    private static final int MAX_LENGTH = 100;

    /** Reads {@code weekday} ({@code monday}), {@code time} ({@code HH:MM}) and {@code timeZone}; one of the first two is needed. */
    static Optional<WallClockTime> read(JsonBody body) {
        var weekday = body.optionalText("weekday", 1, MAX_LENGTH).flatMap(name -> weekday(body, name));
        var time = body.optionalText("time", 1, MAX_LENGTH).flatMap(text -> time(body, text));
        var zone = zone(body, "timeZone");
        if (!body.has("weekday") && !body.has("time")) {
            body.missing("time");
        }
        return body.isFlawless()
                ? Optional.of(new WallClockTime(weekday, time.orElse(LocalTime.MIDNIGHT), zone.orElseThrow()))
                : Optional.empty();
    }

    private static Optional<DayOfWeek> weekday(JsonBody body, String name) {
        for (var day : DayOfWeek.values()) {
            if (day.name().equals(name.toUpperCase(Locale.ROOT))) {
                return Optional.of(day);
            }
        }
        body.issue("weekday", "invalid_enum_value", "Expected monday, tuesday, … or sunday");
        return Optional.empty();
    }

    private static Optional<LocalTime> time(JsonBody body, String text) {
        if (TIME.matcher(text).matches()) {
            return Optional.of(LocalTime.parse(text));
        }
        body.issue("time", "invalid_string", "Expected a time of day such as 09:30");
        return Optional.empty();
    }

    /** Reads a required time zone by its name, such as {@code Europe/Paris}; mistakes are noted. */
    static Optional<ZoneId> zone(JsonBody body, String name) {
        var text = body.text(name, 1, MAX_LENGTH);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(ZoneId.of(text));
        } catch (DateTimeException unknown) {
            body.issue(name, "invalid_string", "Expected a time zone such as Europe/Paris or UTC");
            return Optional.empty();
        }
    }

    /**
     * The next such time after {@code now}. A time the wall clock skips is later by the length of the gap, one it shows twice is the
     * first of the two ({@link ZonedDateTime#of}).
     */
    Instant after(Instant now) {
        var day = now.atZone(zone).toLocalDate();
        while (true) {
            var moment = ZonedDateTime.of(day, time, zone).toInstant();
            if (moment.isAfter(now)
                    && weekday.filter(day.getDayOfWeek()::equals).isPresent() == weekday.isPresent()) {
                return moment;
            }
            day = day.plusDays(1);
        }
    }

    Map<String, @Nullable Object> shown() {
        var shown = new LinkedHashMap<String, @Nullable Object>();
        weekday.ifPresent(day -> shown.put("weekday", day.name().toLowerCase(Locale.ROOT)));
        shown.put("time", time.toString());
        shown.put("timeZone", zone.getId());
        return shown;
    }
}
