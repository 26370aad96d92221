package io.godwit.accounts;

import io.godwit.web.JsonBody;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name a user is shown by, and the language and time zone of the user's pages.
 *
 * @param language a language tag such as {@code en} or {@code pt-BR}
 * @param timeZone a name of the IANA time zone database
 */
record UserProfile(Optional<String> name, Optional<String> language, Optional<String> timeZone) {

    private static final int MAX_NAME_LENGTH = 100;
    private static final int MAX_ZONE_LENGTH = 64;
    private static final Pattern LANGUAGE = Pattern.compile("[a-z]{2}(-[A-Z]{2})?");

    /** Reads the members that are to change into a map from their names; null takes a value away. Throws a 422. */
    static Map<String, @Nullable String> changes(JsonBody body) {
        var changes = new HashMap<String, @Nullable String>();
        var name = body.optionalText("name", 1, MAX_NAME_LENGTH).map(String::strip);
        var language = body.optionalText("language", 2, 5);
        var timeZone = body.optionalText("timeZone", 1, MAX_ZONE_LENGTH);
        if (name.filter(String::isEmpty).isPresent()) {
            body.issue("name", "too_small", "A name has a character at least");
        }
        if (language.filter(tag -> !LANGUAGE.matcher(tag).matches()).isPresent()) {
            body.issue("language", "invalid_string", "Expected a language such as en or pt-BR");
        }
        if (timeZone.filter(zone -> !ZoneId.getAvailableZoneIds().contains(zone))
                .isPresent()) {
            body.issue("timeZone", "invalid_string", "Expected a time zone such as Europe/Berlin");
        }
        put(changes, body, "name", name);
        put(changes, body, "language", language);
        put(changes, body, "timeZone", timeZone);
        return body.build(() -> changes);
    }

    private static void put(
            Map<String, @Nullable String> changes, JsonBody body, String member, Optional<String> value) {
        if (value.isPresent() || body.isNull(member)) {
            changes.put(member, value.orElse(null));
        }
    }
}
