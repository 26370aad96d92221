package io.godwit.bounces;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Mail that came back, with what it says: the folder {@code bounces} of the test resources. */
public final class BounceCorpus {

    /** One mail and its verdict. */
    public record Sample(
            String name,
            BounceVerdict.Kind kind,
            Optional<String> status,
            Optional<Integer> code,
            Optional<String> recipient,
            String line,
            boolean namesOurs,
            byte[] mail) {

        @Override
        public String toString() {
            return name;
        }
    }

    private BounceCorpus() {}

    /** With the line ends of the wire. */
    public static List<Sample> all() {
        try {
            return Files.readAllLines(folder().resolve("verdicts.tsv")).stream()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> sample(line.split("\t", -1)))
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    public static Sample named(String name) {
        return all().stream()
                .filter(sample -> sample.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Sample sample(String[] cells) {
        return new Sample(
                cells[0],
                BounceVerdict.Kind.valueOf(cells[1]),
                present(cells[2]),
                present(cells[3]).map(Integer::valueOf),
                present(cells[4]),
                cells[5],
                cells[6].equals("yes"),
                read(cells[0]));
    }

    private static Optional<String> present(String cell) {
        return cell.equals("-") ? Optional.empty() : Optional.of(cell);
    }

    private static byte[] read(String name) {
        try {
            return Files.readString(folder().resolve(name + ".eml"))
                    .replace("\n", "\r\n")
                    .getBytes(StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    public static Path folder() {
        try {
            return Path.of(Objects.requireNonNull(BounceCorpus.class.getResource("/bounces/verdicts.tsv"))
                            .toURI())
                    .getParent();
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
