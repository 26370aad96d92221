package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The dashboard knows sentences of the server by heart, to say them in other languages. */
class ServerWordsTest {

    private static final Pattern SENTENCE =
            Pattern.compile("^ {2}\"([^\"]+)\":\\s+\"[a-z]+\\.server\\.", Pattern.MULTILINE);

    /** Stands for words that differ, such as a number; the server may put the others together of several texts. */
    private static final Pattern NAME = Pattern.compile("\\{\\w+}|(?<=name\\. )(?=Set )");

    @ParameterizedTest
    @ValueSource(strings = {"kit", "domains", "workflows"})
    void eachSentenceThatTheDashboardTranslatesIsOneThatTheServerSays(String folder) throws IOException {
        var translated = Files.readString(Path.of("src/main/dashboard", folder, "server-words.ts"));

        var texts = SENTENCE.matcher(translated)
                .results()
                .flatMap(found -> NAME.splitAsStream(found.group(1)))
                .map(String::strip)
                .filter(text -> text.length() > 1)
                .toList();

        assertThat(texts).hasSizeGreaterThan(12);
        assertThat(sources()).contains(texts);
    }

    private static String sources() throws IOException {
        try (var files = Files.walk(Path.of("src/main/java"))) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(ServerWordsTest::text)
                    .collect(Collectors.joining("\n"));
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
