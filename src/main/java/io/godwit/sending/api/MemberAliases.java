package io.godwit.sending.api;

import io.godwit.web.JsonBody;

/** Accepts other names of a JSON member: clients of neighbouring APIs spell some differently. */
final class MemberAliases {

    private MemberAliases() {}

    /**
     * Returns the name that is given, {@code name} itself when none is. Two with different values are a validation error.
     */
    static String presentName(JsonBody body, String name, String... aliases) {
        body.aliases(name, aliases);
        var present = name;
        for (var alias : aliases) {
            if (!body.has(alias)) {
                continue;
            }
            if (!body.has(present)) {
                present = alias;
            } else if (!String.valueOf(body.raw(present)).equals(String.valueOf(body.raw(alias)))) {
                body.issue(alias, "custom", "Says something else than " + present + "; give one of them");
            }
        }
        return present;
    }
}
