package io.godwit.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Adds the help texts of {@code metrics/descriptions.tsv} to metrics that are registered without one. */
public final class MetricDescriptions implements MeterFilter {

    private static final String FILE = "/metrics/descriptions.tsv";

    private final Map<String, String> nameToDescription = load();

    private static Map<String, String> load() {
        try (var file = Objects.requireNonNull(MetricDescriptions.class.getResourceAsStream(FILE))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("\t", 2))
                    .collect(Collectors.toUnmodifiableMap(cells -> cells[0], cells -> cells[1]));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Override
    public Meter.Id map(Meter.Id id) {
        var description = nameToDescription.get(id.getName());
        return id.getDescription() != null || description == null
                ? id
                : new Meter.Id(id.getName(), Tags.of(id.getTags()), id.getBaseUnit(), description, id.getType());
    }
}
