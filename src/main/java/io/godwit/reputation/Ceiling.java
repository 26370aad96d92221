package io.godwit.reputation;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** Numbers a project in its first thirty days must not reach, whatever its rates. */
record Ceiling(String words, Function<Conduct, Rates> window, ToLongFunction<Rates> cases, int warning, int critical) {

    static final Ceiling DAY_BOUNCES = new Ceiling("bounces in 24 hours", Conduct::day, Rates::bounces, 10, 25);
    static final Ceiling WEEK_BOUNCES = new Ceiling("bounces in 7 days", Conduct::week, Rates::bounces, 25, 50);
    static final Ceiling DAY_COMPLAINTS = new Ceiling("complaints in 24 hours", Conduct::day, Rates::complaints, 3, 7);
    static final Ceiling WEEK_COMPLAINTS =
            new Ceiling("complaints in 7 days", Conduct::week, Rates::complaints, 10, 20);

    static final List<Ceiling> ALL = List.of(DAY_BOUNCES, WEEK_BOUNCES, DAY_COMPLAINTS, WEEK_COMPLAINTS);

    Level level(Conduct conduct) {
        var count = cases.applyAsLong(window.apply(conduct));
        if (!conduct.isNew() || count < warning) {
            return Level.HEALTHY;
        }
        return count >= critical ? Level.CRITICAL : Level.WARNING;
    }

    String sentence(Conduct conduct) {
        return cases.applyAsLong(window.apply(conduct)) + " " + words
                + " are many for a project in its first 30 days (too many from " + warning + ", suspended from "
                + critical + ")";
    }
}
