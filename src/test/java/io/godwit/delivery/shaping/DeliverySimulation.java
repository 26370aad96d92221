package io.godwit.delivery.shaping;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/** One clock and its events in order; a day takes as long as its events take. */
final class DeliverySimulation {

    private record Event(Instant at, long number, Runnable action) implements Comparable<Event> {

        @Override
        public int compareTo(Event other) {
            var byTime = at.compareTo(other.at);
            return byTime != 0 ? byTime : Long.compare(number, other.number);
        }
    }

    static final Instant START = Instant.parse("2026-11-02T00:00:00Z");

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final List<SimulatedSender> senders = new ArrayList<>();
    private long numbers;
    private Instant now = START;

    Instant now() {
        return now;
    }

    void at(Instant time, Runnable action) {
        events.add(new Event(time.isBefore(now) ? now : time, numbers++, action));
    }

    void after(Duration time, Runnable action) {
        at(now.plus(time), action);
    }

    SimulatedSender sender(Pacing pacing, ShapedSite site, SimulatedSite model) {
        var sender = new SimulatedSender(this, pacing, site, model);
        senders.add(sender);
        return sender;
    }

    void runUntil(Duration age) {
        var end = START.plus(age);
        while (!events.isEmpty() && !events.peek().at().isAfter(end)) {
            var event = events.poll();
            now = event.at();
            event.action().run();
        }
        now = end;
    }
}
