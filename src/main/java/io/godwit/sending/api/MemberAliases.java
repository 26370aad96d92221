package io.godwit.sending.api;

import io.godwit.web.JsonBody;

/** Other names of a member: clients of neighbouring APIs spell some differently. */
final class MemberAliases {

    private MemberAliases() {}

    /** The one that is given, {@code name} itself when none is. Two that say different things are a mistake. */
    static String given(JsonBody body, String name, String... aliases) {
        var given = name;
        for (var alias : aliases) {
            if (!body.has(alias)) {
                continue;
            }
            if (!body.has(given)) {
                given = alias;
            } else if (!String.valueOf(body.raw(given)).equals(String.valueOf(body.raw(alias)))) {
                body.issue(alias, "custom", "Says something else than " + given + "; give one of them");
            }
        }
        return given;
    }
}
