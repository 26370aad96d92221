package io.godwit.config;

import io.vertx.core.VertxOptions;
import io.vertx.micrometer.MetricsDomain;
import io.vertx.micrometer.MicrometerMetricsOptions;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Options of the node's Vertx. */
public final class VertxConfig {

    private VertxConfig() {}

    /** One event loop a core: requests and their batches share them, so that fewer threads wake each other. */
    public static VertxOptions options() {
        return new VertxOptions()
                .setPreferNativeTransport(true)
                .setMetricsOptions(new MicrometerMetricsOptions()
                        .setEnabled(true)
                        .setDisabledMetricsCategories(categoriesBut(MetricsDomain.NAMED_POOLS)))
                .setEventLoopPoolSize(Runtime.getRuntime().availableProcessors());
    }

    /**
     * The metrics categories that are disabled. Requests have meters of our own; Vert.x measures how long work waits for a
     * connection or a worker. Its meters of SQL clients bear no name, so those of our pools would be taken for one, with a
     * warning at every start.
     */
    private static Set<String> categoriesBut(MetricsDomain wanted) {
        var others = Arrays.stream(MetricsDomain.values())
                .filter(domain -> domain != wanted)
                .map(MetricsDomain::toCategory);
        return Stream.concat(others, Stream.of("sql")).collect(Collectors.toSet());
    }
}
