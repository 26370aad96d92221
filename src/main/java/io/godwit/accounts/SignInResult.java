package io.godwit.accounts;

import java.util.Optional;

/**
 * How a sign-in or a sign-up ended.
 *
 * @param entered the user and the cookie to set; empty when they were refused, or not yet let in
 * @param ticket opens with a code of the second factor; empty unless one is asked for
 * @param refusal a sentence for them; empty when they were let in
 */
record SignInResult(Optional<StartedSession> entered, Optional<OneTimeToken> ticket, String refusal) {

    private static final String CODE = "Enter the code your authenticator app shows";

    /** Somebody with a session of their own. */
    record StartedSession(User user, String cookie) {}

    static SignInResult to(User user, String cookie) {
        return new SignInResult(Optional.of(new StartedSession(user, cookie)), Optional.empty(), "");
    }

    static SignInResult halfway(OneTimeToken ticket) {
        return new SignInResult(Optional.empty(), Optional.of(ticket), CODE);
    }

    static SignInResult refused(String sentence) {
        return new SignInResult(Optional.empty(), Optional.empty(), sentence);
    }
}
