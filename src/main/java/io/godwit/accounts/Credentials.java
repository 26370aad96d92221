package io.godwit.accounts;

import io.godwit.core.EmailAddress;
import io.godwit.web.Body;

/** The body of a sign-in and of a sign-up. */
record Credentials(EmailAddress email, String password) {

    /** Any password may be tried. */
    static Credentials toSignIn(Body body) {
        return read(body, 1);
    }

    /** A new password has a shortest length. */
    static Credentials toSignUp(Body body) {
        return read(body, Passwords.SHORTEST);
    }

    private static Credentials read(Body body, int shortest) {
        var email = body.email("email");
        var password = body.text("password", shortest, Passwords.LONGEST);
        return body.build(() -> new Credentials(email, password));
    }

    @Override
    public String toString() {
        return "Credentials";
    }
}
