package io.godwit.sending.suppression;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Json;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A suppression list in the JSON of SendGrid's API (an array) or Postmark's ({@code {"Suppressions": […]}}), as a table.
 *
 * @param header the members' names
 */
record ProviderSuppressions(List<String> header, List<List<String>> rows) {

    private static final String LIST = "Suppressions";

    /** The bytes of the byte-order mark of UTF-8. */
    private static final Set<Byte> MARK = Set.of((byte) 0xEF, (byte) 0xBB, (byte) 0xBF);

    /** Returns whether the file begins like JSON and not like CSV, behind blanks and byte-order marks. */
    static boolean isJson(byte[] file) {
        for (var one : file) {
            if (!Character.isWhitespace(one) && !MARK.contains(one)) {
                return one == '[' || one == '{';
            }
        }
        return false;
    }

    /** Reads the rows; throws a {@link Failure} for a file of another form. */
    static ProviderSuppressions rows(byte[] file) {
        var objects = list(file).stream()
                .filter(Map.class::isInstance)
                .map(entry -> (Map<?, ?>) entry)
                .toList();
        var header = new LinkedHashSet<String>();
        objects.forEach(object -> object.keySet().forEach(name -> header.add(String.valueOf(name))));
        var names = List.copyOf(header);
        return new ProviderSuppressions(
                names,
                objects.stream()
                        .map(object -> names.stream()
                                .map(name -> Objects.toString(object.get(name), ""))
                                .toList())
                        .toList());
    }

    private static List<?> list(byte[] file) {
        var text = new String(file, StandardCharsets.UTF_8)
                .replaceFirst("^[\\s\\uFEFF]+", "")
                .strip();
        try {
            var object = Json.readObject(text.startsWith("[") ? "{\"" + LIST + "\":" + text + "}" : text);
            if (object.get(LIST) instanceof List<?> list) {
                return list;
            }
        } catch (IllegalArgumentException notJson) {
            throw Failure.of(Kind.BAD_REQUEST, "The file begins like JSON and cannot be read as JSON");
        }
        throw Failure.of(Kind.BAD_REQUEST, "The file must hold a list of suppressions");
    }
}
