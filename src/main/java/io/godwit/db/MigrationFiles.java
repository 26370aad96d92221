package io.godwit.db;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * The migrations of this jar with their checksums, read without Flyway, whose own reading takes a seventh of a start. It is asked
 * whether there is anything to do; what there is, Flyway does.
 *
 * @param nameToChecksum the files' names, such as {@code V101__foundation.sql}, and Flyway's checksums of them
 */
record MigrationFiles(Map<String, Integer> nameToChecksum) {

    private static final String FOLDER = "db/migration/";

    /** The files of Flyway's default naming; a file that configures one of them ends otherwise. */
    private static final Pattern NAME = Pattern.compile("V(\\d{1,9})__\\w+\\.sql");

    MigrationFiles {
        nameToChecksum = Map.copyOf(nameToChecksum);
    }

    /** The migrations of this jar, read when the first asks for them. */
    private static final class OfClassPath {

        private static final MigrationFiles FILES = read();
    }

    /** Returns the migrations of this jar, or of its folder of classes; blocks while they are read, once. */
    static MigrationFiles ofClassPath() {
        return OfClassPath.FILES;
    }

    private static MigrationFiles read() {
        var nameToChecksum = new TreeMap<String, Integer>();
        names().forEach(name -> nameToChecksum.put(name, checksum(name)));
        return new MigrationFiles(nameToChecksum);
    }

    /** Returns the numbers of the first and the last one. */
    MigrationRange range() {
        var numbers = nameToChecksum.keySet().stream()
                .mapToInt(MigrationFiles::version)
                .summaryStatistics();
        return new MigrationRange(numbers.getMin(), numbers.getMax());
    }

    private static int version(String name) {
        var parts = NAME.matcher(name);
        if (!parts.matches()) {
            throw new IllegalStateException(name + " is no name of a migration");
        }
        return Integer.parseInt(parts.group(1));
    }

    private static List<String> names() {
        try {
            var folder = Objects.requireNonNull(MigrationFiles.class.getResource("/" + FOLDER), FOLDER);
            return names(folder).stream()
                    .filter(name -> NAME.matcher(name).matches())
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static List<String> names(URL folder) throws IOException {
        if (folder.openConnection() instanceof JarURLConnection jar) {
            return jar.getJarFile().stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.startsWith(FOLDER))
                    .map(name -> name.substring(FOLDER.length()))
                    .toList();
        }
        try (var files = Files.list(Path.of(URI.create(folder.toString())))) {
            return files.map(file -> String.valueOf(file.getFileName())).toList();
        }
    }

    /** Returns Flyway's checksum: the CRC-32 of the lines without their ends. */
    private static int checksum(String name) {
        var file = Objects.requireNonNull(MigrationFiles.class.getResourceAsStream("/" + FOLDER + name), name);
        try (var lines = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
            var crc = new CRC32();
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                crc.update(line.getBytes(StandardCharsets.UTF_8));
            }
            return (int) crc.getValue();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
