package io.godwit.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The numbers of the migrations that this jar brings.
 *
 * @param first the oldest one
 * @param last the newest one; a start brings the database up to it
 */
public record MigrationRange(int first, int last) {

    private static final String FOLDER = "db/migration/";

    private static final Pattern FILE = Pattern.compile(".*V(\\d+)__\\w+\\.sql");

    /** Reads the names of the files; needs no database. Blocks. */
    public static MigrationRange ofJar() {
        try {
            var folder = Objects.requireNonNull(MigrationRange.class.getResource("/" + FOLDER), FOLDER);
            var numbers = names(folder).stream()
                    .map(FILE::matcher)
                    .filter(Matcher::matches)
                    .mapToInt(name -> Integer.parseInt(name.group(1)))
                    .summaryStatistics();
            return new MigrationRange(numbers.getMin(), numbers.getMax());
        } catch (IOException unreadable) {
            throw new UncheckedIOException("The migrations of this jar cannot be read", unreadable);
        }
    }

    private static List<String> names(URL folder) throws IOException {
        if (folder.openConnection() instanceof JarURLConnection jar) {
            return jar.getJarFile().stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.startsWith(FOLDER))
                    .toList();
        }
        try (var files = Files.list(Path.of(URI.create(folder.toString())))) {
            return files.map(Path::toString).toList();
        }
    }
}
