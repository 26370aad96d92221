package io.godwit.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The wall clock of one process, moved while it runs, by libfaketime. Its monotonic clock goes on as it was, and so do the clocks
 * of everybody else.
 */
public final class MovedClock implements AutoCloseable {

    private final Path library;
    private final Path offset;

    private MovedClock(Path library) {
        try {
            this.library = library;
            this.offset = Files.createTempFile("godwit-clock-", ".txt");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Right until it is moved; empty where there is no libfaketime (the package of that name in Debian). */
    public static Optional<MovedClock> make() {
        return library().map(MovedClock::new).map(clock -> clock.by(Duration.ZERO));
    }

    /** The variant for threads, wherever the machine's architecture puts it. */
    private static Optional<Path> library() {
        try (var places = Files.list(Path.of("/usr/lib"))) {
            return Stream.concat(Stream.of(Path.of("/usr/lib")), places)
                    .map(place -> place.resolve("faketime/libfaketimeMT.so.1"))
                    .filter(Files::exists)
                    .findFirst();
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /**
     * The environment of a process that is to use this clock. Its fix for old C libraries makes every timed wait of a JVM end at once, which
     * keeps both cores busy: a start took 30 s of a core instead of 2.5 (libfaketime 0.9.10, glibc 2.36).
     */
    public Map<String, String> environment() {
        return Map.of(
                "LD_PRELOAD", library.toString(),
                "FAKETIME_TIMESTAMP_FILE", offset.toString(),
                "FAKETIME_CACHE_DURATION", "1",
                "FAKETIME_DONT_FAKE_MONOTONIC", "1",
                "DONT_FAKE_MONOTONIC", "1",
                "FAKETIME_FORCE_MONOTONIC_FIX", "0");
    }

    /** From some second on it is so much ahead of what it should be; behind when negative. */
    public MovedClock by(Duration ahead) {
        try {
            var next = Files.writeString(
                    offset.resolveSibling(offset.getFileName() + ".next"), "%+d".formatted(ahead.toSeconds()));
            Files.move(next, offset, StandardCopyOption.ATOMIC_MOVE);
            return this;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() {
        TestDirectories.delete(offset);
    }
}
