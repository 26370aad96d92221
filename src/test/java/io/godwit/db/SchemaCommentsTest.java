package io.godwit.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each table, view, function and index of the migrations has a comment right above it. */
final class SchemaCommentsTest {

    private static final Path MIGRATIONS = Path.of("src/main/resources/db/migration");

    private static final Pattern MADE = Pattern.compile(
            "^CREATE (?:OR REPLACE )?(?:UNIQUE |UNLOGGED )?(?:TABLE|VIEW|INDEX|FUNCTION) (?:IF NOT EXISTS )?(\\w+)");

    @Test
    void everyTableViewFunctionAndIndexHasAComment() throws IOException {
        try (var files = Files.list(MIGRATIONS)) {
            assertThat(files.flatMap(file -> uncommented(lines(file))).toList()).isEmpty();
        }
    }

    @Test
    void oneWithoutACommentIsFound() {
        var lines = List.of(
                "-- Has one.",
                "CREATE TABLE told (id uuid);",
                "CREATE INDEX told_by_id ON told (id);",
                "",
                "CREATE UNLOGGED TABLE silent (id uuid);",
                "-- Not right above it.",
                "",
                "CREATE UNIQUE INDEX far_away ON silent (id);");

        assertThat(uncommented(lines)).containsExactly("told_by_id", "silent", "far_away");
    }

    private static Stream<String> uncommented(List<String> lines) {
        var names = new ArrayList<String>();
        for (var at = 0; at < lines.size(); at++) {
            var made = MADE.matcher(lines.get(at));
            if (made.find() && !(at > 0 && lines.get(at - 1).startsWith("--"))) {
                names.add(made.group(1));
            }
        }
        return names.stream();
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
