package io.godwit.bounces;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Header fields in their order; names compare without case. */
record HeaderFields(List<Field> all) {

    private static final int MAX_FIELDS = 500;

    /** Max characters of a folded value; each further line would copy it once more. */
    private static final int MAX_FOLDED_LENGTH = 8 * 1024;

    /** One field, its value unfolded. */
    record Field(String name, String value) {}

    static final HeaderFields NONE = new HeaderFields(List.of());

    HeaderFields {
        all = List.copyOf(all);
    }

    /** Returns the first value of that name, empty ones left out. */
    Optional<String> first(String name) {
        return all(name).stream().findFirst();
    }

    List<String> all(String name) {
        return all.stream()
                .filter(field -> field.name().equalsIgnoreCase(name))
                .map(Field::value)
                .filter(value -> !value.isBlank())
                .toList();
    }

    boolean has(String name) {
        return first(name).isPresent();
    }

    /** Returns the first value of that name in lower case; empty text when there is none. */
    String lower(String name) {
        return first(name).orElse("").toLowerCase(Locale.ROOT);
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** Parses groups of fields separated by empty lines, as in RFC 3464 §2.1; lines that are no field are left out. */
    static List<HeaderFields> groups(String text) {
        var groups = new ArrayList<HeaderFields>();
        var group = new ArrayList<Field>();
        for (var line : text.split("\r?\n", -1)) {
            if (line.isBlank()) {
                close(group, groups);
            } else if (group.size() < MAX_FIELDS) {
                add(line, group);
            }
        }
        close(group, groups);
        return groups;
    }

    private static void close(List<Field> group, List<HeaderFields> groups) {
        if (!group.isEmpty()) {
            groups.add(new HeaderFields(group));
            group.clear();
        }
    }

    private static void add(String line, List<Field> group) {
        var colon = line.indexOf(':');
        if (Character.isWhitespace(line.charAt(0)) && !group.isEmpty()) {
            var last = group.get(group.size() - 1);
            if (last.value().length() < MAX_FOLDED_LENGTH) {
                group.set(group.size() - 1, new Field(last.name(), (last.value() + " " + line.strip()).strip()));
            }
        } else if (colon > 0) {
            group.add(new Field(
                    line.substring(0, colon).strip(), line.substring(colon + 1).strip()));
        }
    }
}
