package io.godwit.accounts;

import io.godwit.web.JsonBody;

/** The body of {@code POST /auth/reset-password}, and of the form behind the link. */
record ResetRequest(OneTimeToken token, String password) {

    static ResetRequest read(JsonBody body) {
        var password = NewPassword.read(body, "newPassword");
        return new ResetRequest(OneTimeToken.of(body), password);
    }
}
