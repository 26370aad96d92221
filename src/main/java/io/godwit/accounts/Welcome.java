package io.godwit.accounts;

import java.util.Optional;

/**
 * How a sign-in or a sign-up ended.
 *
 * @param entered the user and the cookie to set; empty when they were refused
 * @param refusal a sentence for them; empty when they were let in
 */
record Welcome(Optional<Entered> entered, String refusal) {

    /** Somebody with a session of their own. */
    record Entered(User user, String cookie) {}

    static Welcome to(User user, String cookie) {
        return new Welcome(Optional.of(new Entered(user, cookie)), "");
    }

    static Welcome refused(String sentence) {
        return new Welcome(Optional.empty(), sentence);
    }
}
