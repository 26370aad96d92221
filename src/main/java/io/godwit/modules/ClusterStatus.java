package io.godwit.modules;

import io.godwit.bus.ClusterMembers;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Reports, in health and metrics, the nodes this node sees: during a split each side looks well by itself. */
record ClusterStatus(ClusterMembers members) {

    /** Registers the gauges. */
    void bind(MeterRegistry meters) {
        gauge(meters, "godwit.cluster.members", "Nodes this one sees, itself included", ClusterMembers.State::members);
        gauge(
                meters,
                "godwit.cluster.expected",
                "Nodes the settings name, this one included; 0 where they name none",
                ClusterMembers.State::expected);
        Gauge.builder("godwit.cluster.unchanged", members, all -> Duration.between(
                                all.state().since(), Instant.now())
                        .toSeconds())
                .description("Time since a node came or went")
                .baseUnit("seconds")
                .register(meters);
    }

    private void gauge(
            MeterRegistry meters, String name, String description, ToDoubleFunction<ClusterMembers.State> value) {
        Gauge.builder(name, members, all -> value.applyAsDouble(all.state()))
                .description(description)
                .register(meters);
    }

    /** The {@code cluster} part of {@code GET /health}. */
    Map<String, Object> detail() {
        var state = members.state();
        return Map.of(
                "members",
                state.members(),
                "expected",
                state.expected() == 0 ? state.members() : state.expected(),
                "since",
                state.since().toString());
    }

    /** True while this node is a member of its cluster: a node whose member has ended neither sends nor gets messages. */
    boolean isMember() {
        return members.state().running();
    }
}
