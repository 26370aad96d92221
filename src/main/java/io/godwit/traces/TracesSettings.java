package io.godwit.traces;

import io.godwit.core.SettingsReader;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The settings of traces.
 *
 * @param endpoint base URL of the collector, without {@code /v1/traces}; empty: no traces
 * @param nameToHeader headers of every export, such as one with a key of the collector
 * @param sampleRatio the share of requests that are traced, from 0 to 1
 * @param requestedPerSecond requests a second that are traced beyond that share because the caller's {@code traceparent} asks
 */
public record TracesSettings(
        Optional<String> endpoint, Map<String, String> nameToHeader, double sampleRatio, int requestedPerSecond) {

    private static final double DEFAULT_RATIO = 0.01;
    private static final int MAX_REQUESTED = 1_000;
    private static final Pattern HEADER =
            Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+)=([\\x21-\\x7e](?:[ \\x21-\\x7e]*))");

    public TracesSettings {
        nameToHeader = Map.copyOf(nameToHeader);
    }

    public static TracesSettings read(SettingsReader reader) {
        return new TracesSettings(
                reader.url("traces.endpoint"),
                headers(reader),
                reader.checked(
                        "traces.sample-ratio",
                        "a number from 0 to 1",
                        () -> ratio(reader.text("traces.sample-ratio")),
                        DEFAULT_RATIO),
                reader.number("traces.requested-per-second", 0, MAX_REQUESTED));
    }

    private static double ratio(String text) {
        var ratio = Double.parseDouble(text);
        if (!(ratio >= 0 && ratio <= 1)) {
            throw new IllegalArgumentException("Not a share");
        }
        return ratio;
    }

    private static Map<String, String> headers(SettingsReader reader) {
        var nameToHeader = new LinkedHashMap<String, String>();
        for (var header : reader.list("traces.headers")) {
            var parts = HEADER.matcher(header);
            if (parts.matches()) {
                nameToHeader.put(parts.group(1), parts.group(2));
            } else {
                reader.mistake("traces.headers", "a list of headers, each name=value; separated by commas");
            }
        }
        return nameToHeader;
    }
}
