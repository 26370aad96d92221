package io.godwit.workflows;

import java.time.ZoneId;
import java.util.Optional;
import java.util.regex.Pattern;

/** Knows which schedules can be kept. */
@FunctionalInterface
interface Schedules {

    Pattern FIVE_FIELDS = Pattern.compile("[0-9A-Za-z*?,/#-]+( +[0-9A-Za-z*?,/#-]+){4}");

    /** Looks at the form only: five fields. */
    Schedules FORM = (cron, zone) -> FIVE_FIELDS.matcher(cron).matches()
            ? Optional.empty()
            : Optional.of("Expected five fields: minute, hour, day of the month, month and day of the week");

    /** A sentence that says what is wrong with the schedule; empty when nothing is. */
    Optional<String> mistake(String cron, ZoneId zone);
}
