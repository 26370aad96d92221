package io.godwit.kit.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The header of a message or of a part.
 *
 * @param lines as on the wire
 */
record MessageHead(List<String> lines, List<Field> fields) {

    /**
     * One field.
     *
     * @param name in lower case
     * @param value unfolded
     */
    record Field(String name, String value) {}

    /** Of lines each ended by CR LF; what is no field counts as one without a name. */
    static MessageHead of(String text) {
        var lines = List.of(text.split("\r\n"));
        var fields = new ArrayList<Field>();
        for (var line : lines) {
            var last = fields.size() - 1;
            if (!line.isEmpty() && Character.isWhitespace(line.charAt(0)) && last >= 0) {
                var field = fields.get(last);
                fields.set(last, new Field(field.name(), (field.value() + line).strip()));
            } else {
                var colon = Math.max(0, line.indexOf(':'));
                var name = line.substring(0, colon).toLowerCase(Locale.ROOT);
                fields.add(new Field(
                        name, line.substring(Math.min(line.length(), colon + 1)).strip()));
            }
        }
        return new MessageHead(lines, List.copyOf(fields));
    }

    /** In order; the name in lower case. */
    List<String> values(String name) {
        return fields.stream()
                .filter(field -> field.name().equals(name))
                .map(Field::value)
                .toList();
    }

    Optional<String> value(String name) {
        return values(name).stream().findFirst();
    }
}
