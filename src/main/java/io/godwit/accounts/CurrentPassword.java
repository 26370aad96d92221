package io.godwit.accounts;

import io.godwit.web.JsonBody;
import java.util.Optional;

/** Reads the password of an existing account from a body; an account that signs in with a provider has none. */
final class CurrentPassword {

    private static final String FIELD = "password";

    private CurrentPassword() {}

    /** Reads it from among other members; mistakes are noted on the body. */
    static Optional<String> optional(JsonBody body) {
        return body.optionalText(FIELD, 1, PasswordHasher.MAX_LENGTH);
    }

    /** Reads it from a body that holds nothing else; throws a 422 for a mistake. */
    static Optional<String> only(JsonBody body) {
        var password = optional(body);
        return body.build(() -> password);
    }
}
