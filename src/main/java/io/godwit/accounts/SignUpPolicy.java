package io.godwit.accounts;

/** The rule for sign-ups; the first user of an empty installation may always sign up. */
public enum SignUpPolicy {
    OPEN,

    /** Only clients on this machine: emails are caught, so no address is ever verified. */
    LOCAL,

    CLOSED;

    boolean admits(SignInClient client) {
        return this == OPEN || (this == LOCAL && client.local());
    }
}
