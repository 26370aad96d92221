package io.godwit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The words of {@code naming/banned-words.txt}, looked for in names of all spellings. */
final class BannedWords {

    private static final Pattern WORD_START =
            Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^A-Za-z]+");

    private final Map<String, Optional<Pattern>> wordToTerm = new HashMap<>();

    private BannedWords(Set<String> scopes) {
        for (var line : lines("banned-words.txt")) {
            var columns = line.split("\t");
            if (Arrays.stream(columns[1].split(",")).anyMatch(scopes::contains)) {
                wordToTerm.put(
                        columns[0],
                        columns.length > 2
                                ? Optional.of(Pattern.compile(columns[2], Pattern.CASE_INSENSITIVE))
                                : Optional.empty());
            }
        }
    }

    /** The words banned in the names and texts of the product. */
    static BannedWords ofMain() {
        return new BannedWords(Set.of("all", "main"));
    }

    /** The words banned in the SQL of the product, where names are short and a participle is soon a riddle. */
    static BannedWords ofSql() {
        return new BannedWords(Set.of("all", "main", "sql"));
    }

    /** The words banned in names of types, where fields and variables may say them in short. */
    static BannedWords ofTypes() {
        return new BannedWords(Set.of("type"));
    }

    /** The words banned in the dashboard, whose names are as short as those of SQL. */
    static BannedWords ofTypeScript() {
        return new BannedWords(Set.of("all", "main", "typescript"));
    }

    /** The words banned in the classes of the dashboard's styles and the keys of its texts. */
    static BannedWords ofStylesAndTexts() {
        return new BannedWords(Set.of("dashboard"));
    }

    /** The words banned everywhere, in tests too. */
    static BannedWords ofAll() {
        return new BannedWords(Set.of("all"));
    }

    /** The lines of a resource of the folder {@code naming} that are no comments. */
    static List<String> lines(String resource) {
        try (var in = Objects.requireNonNull(BannedWords.class.getResourceAsStream("/naming/" + resource))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /**
     * Returns whether the last part of a qualified name contains a banned word.
     *
     * @param name for example {@code io.godwit.Main#start}; an allowed term may be in any part
     */
    boolean isIn(String name) {
        return words(name.substring(name.lastIndexOf('#') + 1)).anyMatch(word -> isBanned(word, name));
    }

    private boolean isBanned(String word, String name) {
        var term = wordToTerm.get(word);
        return term != null
                && term.filter(allowed -> allowed.matcher(name).find()).isEmpty();
    }

    private static Stream<String> words(String name) {
        return Arrays.stream(WORD_START.split(name)).map(word -> word.toLowerCase(Locale.ROOT));
    }
}
