package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The dashboard knows sentences of the server by heart, to say them in other languages. */
class ServerWordsTest {

    private static final Pattern SENTENCE =
            Pattern.compile("^ {2}\"?(.+?)\"?:\\s+\"(?:kit\\.server|workflows\\.says)\\.", Pattern.MULTILINE);

    @ParameterizedTest
    @ValueSource(strings = {"kit/server-words.ts", "workflows/problem-words.ts"})
    void eachSentenceThatTheDashboardTranslatesIsOneThatTheServerSays(String file) throws IOException {
        var translated = Files.readString(Path.of("src/main/dashboard", file));

        var sentences = SENTENCE.matcher(translated)
                .results()
                .map(ServerWordsTest::sentence)
                .toList();

        assertThat(sentences).hasSizeGreaterThan(12);
        assertThat(sources()).contains(sentences);
    }

    private static String sentence(MatchResult found) {
        return "\"" + found.group(1) + "\"";
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
