package io.godwit.web;

import io.godwit.core.Failure;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the query string. Like {@link JsonBody}, it collects every mistake; {@link #check} throws them as one 422. Parameters
 * that are never read are mistakes, too: those of a GET are found when it has been answered, which changes nothing, and any other
 * route declares what it reads ({@link RouteDeclaration#parameters}).
 */
public interface Query {

    /** The most words of one parameter that are told apart. */
    int MAX_WORDS = 100;

    Optional<String> text(String name);

    /**
     * A text that its reader checks.
     *
     * @param pattern the form of it, told to callers (OpenAPI: {@code pattern})
     */
    default Optional<String> text(String name, String pattern) {
        return text(name);
    }

    /** A text that has to be there; a mistake, and an empty text, when it is absent. */
    String required(String name);

    /** A text that is one of these words; throws a 422 for another one at once. */
    default Optional<String> oneOf(String name, List<String> words) {
        var text = text(name);
        if (text.isPresent() && !words.contains(text.get())) {
            throw Failure.invalid(name, "invalid_enum_value", "Expected one of " + words);
        }
        return text;
    }

    /** A text that is one of these words; another one is none, where existing clients of the API are used to that. */
    default Optional<String> oneOfOrNone(String name, List<String> words) {
        return text(name).filter(words::contains);
    }

    /** Words between commas; throws a 422 when one of them is none of these. */
    default Optional<List<String>> manyOf(String name, List<String> words) {
        var given = text(name).map(text -> Arrays.stream(text.split(",", MAX_WORDS + 1))
                .map(String::strip)
                .toList());
        if (given.filter(all -> !words.containsAll(all)).isPresent()) {
            throw Failure.invalid(name, "invalid_enum_value", "Expected some of " + words + " between commas");
        }
        return given;
    }

    /** {@code fallback} when absent; a mistake when it is no whole number from {@code min} to {@code max}. */
    int number(String name, int fallback, int min, int max);

    Optional<Boolean> flag(String name);

    /** A flag like {@link #flag}; another text is none, where existing clients of the API are used to that. */
    default Optional<Boolean> flagOrNone(String name) {
        return oneOfOrNone(name, List.of("true", "false")).map(Boolean::valueOf);
    }

    /** A JSON object; a mistake when it is none, or holds values that cannot be stored. */
    Optional<Map<String, @Nullable Object>> object(String name);

    /** Declares names that are valid here, although they may not be read for this request. */
    void knows(String... names);

    /** Declares names that existing clients send and that have no effect here. */
    void ignores(String... names);

    /**
     * The parameters sent that choose rows and their order, as one text: all but those of a page's place, size and form. Equal for
     * the pages of one list.
     */
    String filters();

    void check();
}
