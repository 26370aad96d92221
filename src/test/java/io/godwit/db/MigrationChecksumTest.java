package io.godwit.db;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A migration that is in {@code main} is never edited: installations have run it, and Flyway refuses to start over another file of
 * the same version.
 */
final class MigrationChecksumTest {

    private static final Path MIGRATIONS = Path.of("src/main/resources/db/migration");
    private static final Path CHECKSUMS = Path.of("src/test/resources/db/migrations.sha256");

    @Test
    void noMergedMigrationIsEditedRenamedOrDeleted() {
        assertThat(nameToChecksum(MIGRATIONS)).containsAllEntriesOf(listed());
    }

    @Test
    void everyMigrationIsListed() {
        assertThat(listed()).as("append a line for a new one").containsAllEntriesOf(nameToChecksum(MIGRATIONS));
    }

    @Test
    void anotherBlankInAMigrationIsFound(@TempDir Path folder) throws IOException {
        var name = listed().keySet().iterator().next();
        Files.writeString(folder.resolve(name), Files.readString(MIGRATIONS.resolve(name)) + " ");

        assertThat(nameToChecksum(folder)).containsOnlyKeys(name).doesNotContainEntry(name, listed().get(name));
    }

    private static Map<String, String> nameToChecksum(Path folder) {
        try (var files = Files.list(folder)) {
            return new TreeMap<>(
                    files.collect(toMap(file -> String.valueOf(file.getFileName()), MigrationChecksumTest::sha256)));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String sha256(Path file) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Map<String, String> listed() {
        try (var lines = Files.lines(CHECKSUMS, UTF_8)) {
            return new TreeMap<>(lines.filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" +"))
                    .collect(toMap(line -> line[1], line -> line[0])));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
