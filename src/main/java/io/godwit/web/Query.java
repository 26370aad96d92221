package io.godwit.web;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The query string. Like {@link JsonBody}, it collects every mistake; {@link #check} throws them as one 422. Parameters nobody
 * asked for are mistakes, too: those of a GET are found when it has been answered, which changes nothing, and any other route
 * declares what it reads ({@link RouteTable.Declaration#parameters}).
 */
public interface Query {

    Optional<String> text(String name);

    /** {@code fallback} when absent; a mistake when it is no whole number from {@code min} to {@code max}. */
    int number(String name, int fallback, int min, int max);

    Optional<Boolean> flag(String name);

    /** A JSON object; a mistake when it is none, or holds what cannot be stored. */
    Optional<Map<String, @Nullable Object>> object(String name);

    /** Names that mean something here, although this request may make nobody ask for them. */
    void knows(String... names);

    /** Names that existing clients send and that never meant anything here. */
    void ignores(String... names);

    void check();
}
