package io.godwit.commands;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VersionCommandTest {

    @Test
    void theVersionsOfJavaPostgresAndTheSchemaAreShownWithoutSettings() throws IOException {
        var newest = newestMigration();
        var out = new ByteArrayOutputStream();

        var status = new VersionCommand().run(Map.of(), List.of(), new PrintStream(out, true, UTF_8));

        assertThat(status).isZero();
        assertThat(out.toString(UTF_8).lines())
                .anyMatch(line -> line.startsWith("Godwit "))
                .anyMatch(line -> line.matches("Java +" + Runtime.version().feature() + "\\..*"))
                .anyMatch(line -> line.matches("PostgreSQL +18.* bundled.*"))
                .anyMatch(line -> line.matches("Migration +V" + newest));
    }

    private static int newestMigration() throws IOException {
        try (var files = Files.list(Path.of("src/main/resources/db/migration"))) {
            return files.map(file -> file.getFileName().toString())
                    .mapToInt(name -> Integer.parseInt(name.substring(1, name.indexOf("__"))))
                    .max()
                    .orElseThrow();
        }
    }
}
