package io.godwit.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitJar;
import io.godwit.kit.GodwitJar.Ended;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of the jar. */
class CommandsIT {

    @TempDir
    private Path folder;

    private Ended run(String... words) throws Exception {
        var command = new ArrayList<>(
                List.of(GodwitJar.java().toString(), "-jar", GodwitJar.path().toString()));
        command.addAll(List.of(words));
        var process = new ProcessBuilder(command).directory(folder.toFile());
        process.environment().keySet().removeIf(name -> name.startsWith("GODWIT_"));
        process.environment().put("GODWIT_DATA_DIR", folder.resolve("data").toString());
        process.environment().put("JAVA_TOOL_OPTIONS", GodwitJar.shortLived());
        return GodwitJar.run(process, 60);
    }

    @Test
    void aCommandPrintsItsResultAndEndsWithItsStatus() throws Exception {
        var found = run("doctor", "java", "data-directory");
        var unknown = run("dcotor");

        assertThat(found.output())
                .contains("ok       java           Java is 17")
                .contains("ok: 2, ");
        assertThat(found.status()).isZero();
        assertThat(unknown.output()).contains("did you mean doctor?");
        assertThat(unknown.status()).isEqualTo(2);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void theVersionIsThatOfTheManifest() throws Exception {
        assertThat(run("version").output())
                .containsPattern("Godwit +\\d+\\.\\d+\\.\\d+")
                .containsPattern("PostgreSQL +18\\.\\d+\\.\\d+ bundled")
                .containsPattern("Migration +V\\d+")
                .doesNotContain("Commit");
    }
}
