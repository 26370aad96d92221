package io.godwit.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Collects figures over the rounds and writes the table of {@code src/site/markdown/benchmarks.md}. */
final class BenchReport {

    private static final Path FILE = Path.of("target/bench.md");

    private final Map<String, List<Double>> figures = new LinkedHashMap<>();
    private final List<String> rows = new ArrayList<>();

    void add(String figure, double value) {
        figures.computeIfAbsent(figure, ignored -> new ArrayList<>()).add(value);
        System.out.printf(Locale.ROOT, "bench: %s %.2f%n", figure, value);
    }

    double median(String figure) {
        var sorted = figures.getOrDefault(figure, List.of()).stream().sorted().toList();
        if (sorted.isEmpty()) {
            throw new IllegalArgumentException("Nothing was measured for " + figure);
        }
        var middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    double most(String figure) {
        return figures.getOrDefault(figure, List.of()).stream()
                .mapToDouble(Double::doubleValue)
                .max()
                .orElseThrow();
    }

    /** The lowest and the highest value, for a reader who wonders how noisy it was. */
    String spread(String figure) {
        var sorted = figures.get(figure).stream().sorted().toList();
        return String.format(Locale.ROOT, "%,.0f–%,.0f", sorted.get(0), sorted.get(sorted.size() - 1));
    }

    /** A rate with its spread. */
    void rate(String what, String figure) {
        row(what, String.format(Locale.ROOT, "%,.0f/s (%s)", median(figure), spread(figure)), "", "");
    }

    /** One rate as a share of another; {@code goal} is the least it shall be. */
    void ratio(String what, String figure, String of, double goal) {
        var ratio = median(figure) / median(of);
        row(what, String.format(Locale.ROOT, "%.2f", ratio), "≥ " + goal, ratio >= goal ? "yes" : "no");
    }

    /** The median of something that shall be at least {@code goal}. */
    void atLeast(String what, String figure, String unit, double goal) {
        var value = median(figure);
        row(
                what,
                String.format(Locale.ROOT, "%,.0f %s", value, unit),
                String.format(Locale.ROOT, "≥ %,.0f %s", goal, unit),
                value >= goal ? "yes" : "no");
    }

    /** One median as a multiple of another; {@code goal} is the most it shall be. */
    void quotient(String what, String figure, String of, double goal) {
        var quotient = median(figure) / median(of);
        row(what, String.format(Locale.ROOT, "%.2f", quotient), "≤ " + goal, quotient <= goal ? "yes" : "no");
    }

    /** The median of something that shall be at most {@code goal}. */
    void atMost(String what, String figure, String unit, double goal) {
        var value = median(figure);
        row(
                what,
                String.format(Locale.ROOT, "%.2f %s", value, unit),
                "≤ " + goal + " " + unit,
                value <= goal ? "yes" : "no");
    }

    /** The worst of something that shall be at most {@code goal}. */
    void highest(String what, String figure, String unit, double goal) {
        var value = most(figure);
        row(
                what,
                String.format(Locale.ROOT, "%.2f %s", value, unit),
                "≤ " + goal + " " + unit,
                value <= goal ? "yes" : "no");
    }

    void row(String what, String measured, String goal, String met) {
        rows.add("| " + String.join(" | ", what, measured, goal, met) + " |");
    }

    /** Prints the table and keeps it in {@code target/bench.md}. */
    void write(String machine) throws IOException {
        var table = new ArrayList<>(List.of(machine, "", "| What | Measured | Goal | Met |", "|---|---|---|---|"));
        table.addAll(rows);
        var text = String.join("\n", table) + "\n";
        System.out.println(text);
        Files.createDirectories(FILE.getParent());
        Files.writeString(FILE, text);
    }
}
