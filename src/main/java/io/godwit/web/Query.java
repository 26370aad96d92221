package io.godwit.web;

import java.util.Optional;

/** The query string. Like {@link Body}, it collects every mistake; {@link #check} throws them as one 422. */
public interface Query {

    Optional<String> text(String name);

    /** {@code fallback} when absent; a mistake when it is no whole number from {@code min} to {@code max}. */
    int number(String name, int fallback, int min, int max);

    Optional<Boolean> flag(String name);

    void check();
}
