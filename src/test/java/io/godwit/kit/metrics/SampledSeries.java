package io.godwit.kit.metrics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Time series with one sample a minute from minute 0 on, in the notation of promtool's tests. */
public final class SampledSeries {

    private static final Pattern SERIES = Pattern.compile("([a-zA-Z_:][\\w:]*)(?:\\{(.*)})?");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");
    private static final Pattern VALUES = Pattern.compile("(-?[0-9.]+)(?:([+-][0-9.]+))?(?:x(\\d+))?");

    private record Series(String name, Map<String, String> labels, List<Double> samples) {}

    private final List<Series> all = new ArrayList<>();

    /**
     * Adds a series.
     *
     * @param series its name, and its labels in braces
     * @param values parted by blanks: {@code 7}, {@code 7x3} for four samples of 7, {@code 7+2x3} for 7, 9, 11, 13
     */
    public SampledSeries add(String series, String values) {
        var head = SERIES.matcher(series);
        if (!head.matches()) {
            throw new IllegalArgumentException("This is no series: " + series);
        }
        var labels = new TreeMap<String, String>();
        var written = head.group(2) == null ? "" : head.group(2);
        LABEL.matcher(written).results().forEach(label -> labels.put(label.group(1), label.group(2)));
        var samples = new ArrayList<Double>();
        for (var part : values.strip().split("\\s+")) {
            append(part, samples);
        }
        all.add(new Series(head.group(1), labels, samples));
        return this;
    }

    private static void append(String part, List<Double> samples) {
        var matcher = VALUES.matcher(part);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("These are no values: " + part);
        }
        var first = Double.parseDouble(matcher.group(1));
        var step = matcher.group(2) == null ? 0 : Double.parseDouble(matcher.group(2));
        var more = matcher.group(3) == null ? 0 : Integer.parseInt(matcher.group(3));
        for (var sample = 0; sample <= more; sample++) {
            samples.add(first + sample * step);
        }
    }

    /** The samples of each series at a minute, by labels. */
    Map<Map<String, String>, Double> at(String name, Predicate<Map<String, String>> which, int minute) {
        var found = new LinkedHashMap<Map<String, String>, Double>();
        all.stream()
                .filter(series -> series.name().equals(name) && which.test(series.labels()))
                .filter(series -> minute < series.samples().size())
                .forEach(series -> found.put(series.labels(), series.samples().get(minute)));
        return found;
    }

    /** The growth of each counter within the minutes before a minute, as far as it has samples; a fall is a restart from 0. */
    Map<Map<String, String>, Double> growth(
            String name, Predicate<Map<String, String>> which, int minutes, int minute) {
        var found = new LinkedHashMap<Map<String, String>, Double>();
        for (var series : all) {
            var end = Math.min(minute, series.samples().size() - 1);
            var start = Math.max(0, minute - minutes);
            if (series.name().equals(name) && which.test(series.labels()) && start < end) {
                found.put(series.labels(), growth(series.samples().subList(start, end + 1)));
            }
        }
        return found;
    }

    private static double growth(List<Double> samples) {
        var growth = 0.0;
        for (var i = 1; i < samples.size(); i++) {
            var change = samples.get(i) - samples.get(i - 1);
            growth += change < 0 ? samples.get(i) : change;
        }
        return growth;
    }
}
