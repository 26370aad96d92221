package io.godwit.accounts;

import io.godwit.core.EmailAddress;
import io.godwit.web.Body;

/** The body of a sign-in and of a sign-up. */
record Credentials(EmailAddress email, String password) {

    /** Any password may be tried. */
    static Credentials toSignIn(Body body) {
        var email = body.email("email");
        var password = body.text("password", 1, Passwords.LONGEST);
        return body.build(() -> new Credentials(email, password));
    }

    /** A new password follows the rule for them. */
    static Credentials toSignUp(Body body) {
        var email = body.email("email");
        var password = NewPassword.read(body, "password");
        return body.build(() -> new Credentials(email, password));
    }

    @Override
    public String toString() {
        return "Credentials";
    }
}
