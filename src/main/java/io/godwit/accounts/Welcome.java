package io.godwit.accounts;

import java.util.Optional;

/**
 * How a sign-in or a sign-up ended.
 *
 * @param entered the user and the cookie to set; empty when they were refused, or not yet let in
 * @param ticket opens with a code of the second factor; empty unless one is asked for
 * @param refusal a sentence for them; empty when they were let in
 */
record Welcome(Optional<Entered> entered, Optional<Secret> ticket, String refusal) {

    private static final String CODE = "Enter the code your authenticator app shows";

    /** Somebody with a session of their own. */
    record Entered(User user, String cookie) {}

    static Welcome to(User user, String cookie) {
        return new Welcome(Optional.of(new Entered(user, cookie)), Optional.empty(), "");
    }

    static Welcome halfway(Secret ticket) {
        return new Welcome(Optional.empty(), Optional.of(ticket), CODE);
    }

    static Welcome refused(String sentence) {
        return new Welcome(Optional.empty(), Optional.empty(), sentence);
    }
}
