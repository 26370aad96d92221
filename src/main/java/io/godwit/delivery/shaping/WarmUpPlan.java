package io.godwit.delivery.shaping;

import java.util.List;
import java.util.stream.IntStream;

/** The daily allowances of a new egress source at one site: 50 emails, then 1.4 times as many each day. */
public final class WarmUpPlan {

    private static final double FIRST_DAY = 50;
    private static final double GROWTH = 1.4;

    /** The first step without an allowance: it would be above 800,000 emails a day. */
    public static final int STEPS = 29;

    /** The share of a day that one hour may have. */
    private static final int HOURS = 8;

    /** One step of the plan. */
    public record Step(int number, int perDay, int perHour) {}

    private WarmUpPlan() {}

    /** Returns the emails a day of a step, 0 for the first. */
    public static int perDay(int step) {
        return (int) Math.round(FIRST_DAY * Math.pow(GROWTH, Math.max(0, step)));
    }

    public static int perHour(int step) {
        return Math.max(1, perDay(step) / HOURS);
    }

    /** Returns the whole plan. */
    public static List<Step> table() {
        return IntStream.range(0, STEPS)
                .mapToObj(step -> new Step(step, perDay(step), perHour(step)))
                .toList();
    }
}
