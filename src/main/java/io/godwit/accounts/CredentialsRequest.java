package io.godwit.accounts;

import io.godwit.core.EmailAddress;
import io.godwit.web.JsonBody;

/** The body of a sign-in and of a sign-up. */
record CredentialsRequest(EmailAddress email, String password) {

    /** Reads a sign-in, with any password. */
    static CredentialsRequest toSignIn(JsonBody body) {
        var email = body.asciiEmail("email");
        var password = body.text("password", 1, PasswordHasher.MAX_LENGTH);
        return body.build(() -> new CredentialsRequest(email, password));
    }

    /** Reads a sign-up, whose password must follow {@link NewPassword}. */
    static CredentialsRequest toSignUp(JsonBody body) {
        var email = body.asciiEmail("email");
        var password = NewPassword.read(body, "password");
        return body.build(() -> new CredentialsRequest(email, password));
    }

    @Override
    public String toString() {
        return "CredentialsRequest";
    }
}
