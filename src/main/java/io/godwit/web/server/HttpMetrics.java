package io.godwit.web.server;

import io.godwit.web.RouteTable;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Times requests by route and class of status; the routes are few, so the metrics are too. One per event loop. */
final class HttpMetrics {

    private static final int STATUS_CLASSES = 6;

    private final MeterRegistry registry;
    private final Map<String, Timer[]> routeToTimers = new HashMap<>();

    HttpMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    void record(Optional<RouteTable.Route> route, int status, long nanos) {
        var name = route.map(known -> known.path()).orElse("none");
        var method = route.map(known -> known.method().name()).orElse("none");
        var timers = routeToTimers.computeIfAbsent(method + ' ' + name, ignored -> new Timer[STATUS_CLASSES]);
        var statusClass = status / 100;
        if (timers[statusClass] == null) {
            timers[statusClass] = Timer.builder("godwit.http.requests")
                    .description("Requests from their head to their answer")
                    .tags("route", name, "method", method, "status", statusClass + "xx")
                    .register(registry);
        }
        timers[statusClass].record(nanos, TimeUnit.NANOSECONDS);
    }
}
