package io.godwit.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.SettingsReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages that name settings, compared with the settings that the code reads. */
class SettingsPageTest {

    private static final Path PAGE = Path.of("conf", "godwit.yaml");

    /** The settings that no operator needs. */
    private static final Path TESTS_PAGE = Path.of("src/main/resources/settings/tests.yaml");

    private static final String VARIABLE = " # (GODWIT_[A-Z0-9_]+)";

    /** The pages have a line for each setting, with its environment name behind it, and the code reads each of them. */
    @Test
    void thePagesNameEverySettingAndItsVariable() throws IOException {
        var inCode = matches("reader\\s*\\.\\w+\\(\\s*\"([a-z0-9.-]+)\"", settingsSources());

        var variables = matches(VARIABLE, Files.readString(PAGE) + Files.readString(TESTS_PAGE));

        assertThat(inCode).hasSizeGreaterThan(40);
        assertThat(variables)
                .isEqualTo(inCode.stream().map(SettingsReader::variable).collect(Collectors.toSet()));
        assertThat(Stream.concat(Files.readAllLines(PAGE).stream(), Files.readAllLines(TESTS_PAGE).stream()))
                .filteredOn(line -> line.matches("\\s*[a-z0-9.-]+: *\\S.*") && !line.startsWith("#"))
                .allSatisfy(line -> assertThat(line).contains(" # GODWIT_"))
                .hasSameSizeAs(inCode);
    }

    @Test
    void thePageOfOperatorsHasNoSettingOfTests() throws IOException {
        assertThat(Files.readAllLines(PAGE))
                .filteredOn(line -> line.matches(".*\\bfor tests\\b.*"))
                .isEmpty();
        assertThat(matches(VARIABLE, Files.readString(PAGE)))
                .doesNotContainAnyElementsOf(matches(VARIABLE, Files.readString(TESTS_PAGE)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "docker/Dockerfile", "src/deb/environment", ".ci/run"})
    void theDocumentsNameOnlySettingsThereAre(String document) throws IOException {
        var known = matches(VARIABLE, Files.readString(PAGE));

        assertThat(matches("(GODWIT_[A-Z0-9_]+)", Files.readString(Path.of(document))))
                .isSubsetOf(known);
    }

    /** The sources of all classes that read settings. */
    private static String settingsSources() throws IOException {
        try (var files = Files.walk(Path.of("src/main/java"))) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(SettingsPageTest::text)
                    .filter(source -> source.contains("SettingsReader reader"))
                    .collect(Collectors.joining());
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Set<String> matches(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
