package io.godwit.contacts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TranslationsTest {

    private static final Path FOLDER = Path.of("src", "main", "resources", "languages");
    private static final Pattern PLACE = Pattern.compile("\\{[^}]*}");

    static Stream<String> tags() throws IOException {
        try (var files = Files.list(FOLDER)) {
            return files.map(file -> file.getFileName().toString().replace(".properties", "")).toList().stream();
        }
    }

    @Test
    void everyLanguageWePromisedIsThere() throws IOException {
        assertThat(tags())
                .contains("en", "nl", "fr", "de", "es", "it", "pt", "pl", "bg", "cs", "hi", "zh-CN", "zh-TW", "zh-HK");
    }

    /** Each text with the names it has to hold, so that no translation lost one. */
    @ParameterizedTest
    @MethodSource("tags")
    void everyLanguageSaysTheSame(String tag) throws IOException {
        assertThat(places(tag)).isEqualTo(places("en"));
        assertThat(Translations.find(tag).orElseThrow().tag()).isEqualTo(tag);
    }

    @ParameterizedTest
    @CsvSource({
        "de, de",
        "DE, de",
        "de-AT, de",
        "de_CH, de",
        "zh, zh-CN",
        "zh-Hans, zh-CN",
        "zh-SG, zh-CN",
        "zh-Hant, zh-TW",
        "zh_TW, zh-TW",
        "zh-Hant-HK, zh-HK",
        "zh-mo, zh-HK",
        "pt-BR, pt",
        "en-GB, en"
    })
    void aTagIsReadInEverySpelling(String locale, String tag) {
        assertThat(Translations.of(Optional.of(locale), "fr").tag()).isEqualTo(tag);
    }

    @ParameterizedTest
    @CsvSource({"xx, fr, fr", "xx, xx, en", "'', pl, pl", "deutsch, it, it", "-, es, es", "'  ', '', en"})
    void whatWeDoNotSpeakIsTheProjectsLanguageOrEnglish(String locale, String ofProject, String tag) {
        assertThat(Translations.of(Optional.of(locale), ofProject).tag()).isEqualTo(tag);
        assertThat(Translations.of(Optional.empty(), ofProject).tag()).isEqualTo(tag);
    }

    private static TreeMap<String, Set<String>> places(String tag) throws IOException {
        var keyToPlaces = new TreeMap<String, Set<String>>();
        for (var line : Files.readAllLines(FOLDER.resolve(tag + ".properties"))) {
            var parts = line.split(" = ", 2);
            assertThat(parts[1]).isNotBlank();
            keyToPlaces.put(
                    parts[0],
                    PLACE.matcher(parts[1])
                            .results()
                            .map(place -> place.group())
                            .collect(Collectors.toCollection(TreeSet::new)));
        }
        return keyToPlaces;
    }
}
