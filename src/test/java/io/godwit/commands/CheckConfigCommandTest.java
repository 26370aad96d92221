package io.godwit.commands;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckConfigCommandTest {

    private static final String SECRET = "postgresql://godwit:open-sesame@db.test:5432/godwit";

    @TempDir
    private Path folder;

    private record Checked(int status, String text) {}

    private static Checked check(Map<String, String> environment) {
        var out = new ByteArrayOutputStream();
        var status = new CheckConfigCommand().run(environment, List.of(), new PrintStream(out, true, UTF_8));
        return new Checked(status, out.toString(UTF_8));
    }

    @Test
    void settingsThatDifferAreShownWithTheirSource() throws IOException {
        var file = Files.writeString(folder.resolve("godwit.yaml"), """
                http:
                  port: 9090
                  host: 0.0.0.0
                mail:
                  host: smtp.example.test
                  port: 25
                """);

        var checked = check(Map.of("GODWIT_CONFIG", file.toString(), "GODWIT_MAIL_PORT", "465"));

        assertThat(checked.status()).isZero();
        assertThat(checked.text().lines())
                .containsExactly(
                        "http.port: 9090 (file)",
                        "mail.host: smtp.example.test (file)",
                        "mail.port: 465 (environment, GODWIT_MAIL_PORT)",
                        "A start would take these settings.");
    }

    @Test
    void everyMistakeIsASentenceOfItsOwn() {
        var checked = check(Map.of(
                "GODWIT_HTTP_PORT", "abc",
                "GODWIT_HTTP_PROT", "80",
                "GODWIT_DATABASE_URL", SECRET));

        assertThat(checked.status()).isEqualTo(1);
        assertThat(checked.text().lines().filter(line -> line.startsWith("wrong: ")))
                .hasSize(4)
                .anyMatch(line -> line.contains("http.port (GODWIT_HTTP_PORT) must be a whole number"))
                .anyMatch(line -> line.contains("did you mean GODWIT_HTTP_PORT?"))
                .anyMatch(line -> line.contains("secrets.signing-key"))
                .anyMatch(line -> line.contains("mail.host (GODWIT_MAIL_HOST) is needed"));
    }

    @Test
    void theValueOfASecretIsHidden() {
        var checked = check(Map.of(
                "GODWIT_DATABASE_URL",
                SECRET,
                "GODWIT_SECRETS_SIGNING_KEY",
                "ab".repeat(32),
                "GODWIT_SECRETS_ENCRYPTION_KEY",
                "cd".repeat(32),
                "GODWIT_MAIL_HOST",
                "smtp.example.test",
                "GODWIT_MAIL_USERNAME",
                "godwit",
                "GODWIT_MAIL_PASSWORD",
                "open-sesame"));

        assertThat(checked.status()).isZero();
        assertThat(checked.text())
                .contains("database.url: hidden (environment, GODWIT_DATABASE_URL)")
                .contains("mail.password: hidden")
                .contains("mail.username: godwit")
                .doesNotContain("open-sesame", "abab", "cdcd");
    }

    @Test
    void aFileThatCannotBeReadIsNamed() {
        var checked =
                check(Map.of("GODWIT_CONFIG", folder.resolve("nowhere.yaml").toString()));

        assertThat(checked.status()).isEqualTo(1);
        assertThat(checked.text()).contains("nowhere.yaml, which cannot be read");
    }

    @Test
    void nothingIsWritten() {
        var environment =
                new HashMap<>(Map.of("GODWIT_DATA_DIR", folder.resolve("data").toString()));

        assertThat(check(environment).status()).isZero();
        assertThat(folder).isEmptyDirectory();
        assertThat(check(Map.of()).text()).startsWith("Every setting has its default.");
    }
}
