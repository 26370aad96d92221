package io.godwit.accounts;

/** Who may sign up by themselves; the first user of an empty installation always may. */
public enum SignUpPolicy {
    OPEN,

    /** Only who is on this machine: mail is caught, so that nobody else's address is ever proved. */
    LOCAL,

    CLOSED;

    boolean admits(SignInClient client) {
        return this == OPEN || (this == LOCAL && client.local());
    }
}
