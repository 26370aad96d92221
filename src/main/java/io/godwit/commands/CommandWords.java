package io.godwit.commands;

import java.util.List;

/** The arguments of a command: names behind it, and options that begin with two hyphens. */
final class CommandWords {

    private final List<String> options;
    private final List<String> names;

    /** Fails with the usage when there is an option that the command does not know. */
    CommandWords(List<String> arguments, String... known) {
        options = arguments.stream().filter(CommandWords::isOption).toList();
        names = arguments.stream().filter(word -> !isOption(word)).toList();
        options.stream()
                .filter(word -> !List.of(known).contains(word))
                .findFirst()
                .ifPresent(word -> {
                    throw new UsageException("There is no option " + word + ".");
                });
    }

    private static boolean isOption(String word) {
        return word.startsWith("--");
    }

    boolean has(String option) {
        return options.contains(option);
    }

    /** Returns the only name; fails with the usage when there are none or more. */
    String only(String meaning) {
        if (names.size() != 1 || names.get(0).isBlank()) {
            throw new UsageException("Name one " + meaning + ".");
        }
        return names.get(0);
    }

    /** Fails with the usage when there is a name. */
    void requireNone() {
        if (!names.isEmpty()) {
            throw new UsageException("There is no argument " + names.get(0) + ".");
        }
    }
}
