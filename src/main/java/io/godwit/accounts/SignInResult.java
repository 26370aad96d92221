package io.godwit.accounts;

import java.util.Optional;

/**
 * The result of a sign-in or a sign-up.
 *
 * @param session the user and the cookie to set; empty when the user was refused, or has to enter a code first
 * @param token the token to continue with, together with a code of the second factor; empty unless one is asked for
 * @param refusal a sentence for the user; empty when a session was opened
 */
record SignInResult(Optional<StartedSession> session, Optional<OneTimeToken> token, String refusal) {

    private static final String CODE = "Enter the code your authenticator app shows";

    /** A user and the cookie of their new session. */
    record StartedSession(User user, String cookie) {}

    static SignInResult to(User user, String cookie) {
        return new SignInResult(Optional.of(new StartedSession(user, cookie)), Optional.empty(), "");
    }

    static SignInResult halfway(OneTimeToken token) {
        return new SignInResult(Optional.empty(), Optional.of(token), CODE);
    }

    static SignInResult refused(String sentence) {
        return new SignInResult(Optional.empty(), Optional.empty(), sentence);
    }
}
