package io.godwit.projects;

import io.godwit.core.SingleLine;
import io.godwit.projects.Project.Tracking;
import io.godwit.web.JsonBody;
import java.text.Normalizer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The body that creates or changes a project; absent values stay as they are.
 *
 * @param relays names of the relays its emails go to, in their order; empty: all
 */
record ProjectRequest(
        Optional<String> name, Optional<Tracking> tracking, Optional<String> language, Optional<List<String>> relays) {

    private static final int MAX_NAME_LENGTH = 100;
    private static final Pattern LANGUAGE = Pattern.compile("[a-z]{2}(-[A-Z]{2})?");

    /** @param known the names of this installation's relays */
    static ProjectRequest toCreate(JsonBody body, List<String> known) {
        if (!body.has("name")) {
            body.missing("name");
        }
        return read(body, known);
    }

    static ProjectRequest read(JsonBody body, List<String> known) {
        var name = body.optionalText("name", 1, MAX_NAME_LENGTH);
        var tracking = body.optionalEnum("tracking", Tracking.class);
        var language = body.optionalText("language", 2, 5);
        if (name.isPresent() && !isPlain(name.get())) {
            body.issue("name", "invalid_string", "A name must be one line of visible characters");
        }
        if (language.isPresent() && !LANGUAGE.matcher(language.get()).matches()) {
            body.issue("language", "invalid_string", "Expected a language such as en or pt-BR");
        }
        var relays = body.optionalList("relays")
                .map(names -> names.stream().map(String::valueOf).distinct().toList());
        if (relays.filter(names -> !known.containsAll(names)).isPresent()) {
            body.issue("relays", "invalid_enum_value", "Expected names of relays: " + String.join(", ", known));
        }
        return body.build(() -> new ProjectRequest(name.map(String::strip), tracking, language, relays));
    }

    /** The changed values, for the audit log. */
    Map<String, String> auditDetails() {
        var parameters = new HashMap<String, String>();
        name.ifPresent(text -> parameters.put("name", text));
        tracking.ifPresent(mode -> parameters.put("tracking", mode.name()));
        language.ifPresent(text -> parameters.put("language", text));
        relays.ifPresent(names -> parameters.put("relays", String.join(", ", names)));
        return parameters;
    }

    /** Tells whether a name is plain: not blank, one line, without invisible characters and look-alikes. */
    private static boolean isPlain(String name) {
        return !name.isBlank()
                && SingleLine.is(name)
                && name.codePoints().noneMatch(character -> Character.getType(character) == Character.FORMAT)
                && Normalizer.normalize(name, Normalizer.Form.NFC)
                        .equals(Normalizer.normalize(name, Normalizer.Form.NFKC));
    }
}
