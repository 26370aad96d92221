package io.godwit.bench.load;

import java.util.List;

/**
 * One run of the load generator.
 *
 * @param rate requests a second, started by the clock (open loop); 0: as fast as they are answered (closed loop)
 * @param warmUpSeconds of load that is answered but not measured
 * @param shapes used in turn
 * @param firstKey the smallest number put for {@link RequestShape#KEY}
 * @param keys how many such numbers there are per shape; 0: every request has one of its own
 */
public record LoadPlan(
        int port,
        int connections,
        double rate,
        double warmUpSeconds,
        double seconds,
        List<RequestShape> shapes,
        long firstKey,
        long keys) {

    public static LoadPlan of(int port, List<RequestShape> shapes) {
        return new LoadPlan(port, 128, 0, 1, 4, shapes, 0, 0);
    }

    public LoadPlan connections(int count) {
        return new LoadPlan(port, count, rate, warmUpSeconds, seconds, shapes, firstKey, keys);
    }

    public LoadPlan rate(double perSecond) {
        return new LoadPlan(port, connections, perSecond, warmUpSeconds, seconds, shapes, firstKey, keys);
    }

    public LoadPlan lasting(double warmUp, double measured) {
        return new LoadPlan(port, connections, rate, warmUp, measured, shapes, firstKey, keys);
    }

    /** Numbers for {@link RequestShape#KEY}: {@code count} of them from {@code first}, or endlessly many when it is 0. */
    public LoadPlan keys(long first, long count) {
        return new LoadPlan(port, connections, rate, warmUpSeconds, seconds, shapes, first, count);
    }
}
