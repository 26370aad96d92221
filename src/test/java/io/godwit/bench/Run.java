package io.godwit.bench;

import java.util.List;

/**
 * One run of the load generator.
 *
 * @param rate requests a second, started by the clock (open loop); 0: as fast as they are answered (closed loop)
 * @param warmUpSeconds of load that is answered but not measured
 * @param shapes used in turn
 * @param firstKey the smallest number put for {@link Shape#KEY}
 * @param keys how many such numbers there are per shape; 0: every request has one of its own
 */
record Run(
        int port,
        int connections,
        double rate,
        double warmUpSeconds,
        double seconds,
        List<Shape> shapes,
        long firstKey,
        long keys) {

    static Run of(int port, List<Shape> shapes) {
        return new Run(port, 128, 0, 1, 4, shapes, 0, 0);
    }

    Run connections(int count) {
        return new Run(port, count, rate, warmUpSeconds, seconds, shapes, firstKey, keys);
    }

    Run rate(double perSecond) {
        return new Run(port, connections, perSecond, warmUpSeconds, seconds, shapes, firstKey, keys);
    }

    Run lasting(double warmUp, double measured) {
        return new Run(port, connections, rate, warmUp, measured, shapes, firstKey, keys);
    }

    /** Numbers for {@link Shape#KEY}: {@code count} of them from {@code first}, or endlessly many when it is 0. */
    Run keys(long first, long count) {
        return new Run(port, connections, rate, warmUpSeconds, seconds, shapes, first, count);
    }
}
