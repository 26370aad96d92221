package io.godwit.accounts;

import io.godwit.web.JsonBody;
import java.util.Optional;

/** The body of {@code POST /auth/verify-email}, and of the form behind the link. */
record VerificationRequest(OneTimeToken token, Optional<String> password) {

    static VerificationRequest read(JsonBody body) {
        var password = CurrentPassword.optional(body);
        return new VerificationRequest(OneTimeToken.of(body), password);
    }
}
