package io.godwit.contacts;

import org.jspecify.annotations.Nullable;

/** The authority of a request to subscribe a contact; it decides which opt-outs the request overrides. */
public enum SubscriptionAuthority {
    /** A public key, which anyone can read from a page of the project: leaves the subscription of every known contact alone. */
    PUBLIC_KEY,
    /** A file or a list: overrides no opt-out. */
    IMPORT,
    /** An operation on many contacts, or a workflow: brings back those the project itself has switched off. */
    BULK,
    /** A request of the project's server about this one contact; no erased opt-out. */
    REQUEST,
    /** A change of this one contact by its id, or one with a stated proof that the contact wants it. */
    STATED,
    /** The contact. */
    CONTACT;

    /** Tells whether it may change the subscription of a contact that is there. */
    boolean flips() {
        return this != PUBLIC_KEY;
    }

    /** Tells whether a contact with this opt-out may be subscribed again; null stands for none. */
    boolean overrides(@Nullable OptOut optOut) {
        if (optOut == null) {
            return flips();
        }
        return switch (optOut) {
            case PROJECT -> compareTo(BULK) >= 0;
            case PERSON -> compareTo(REQUEST) >= 0;
            case ERASED -> compareTo(STATED) >= 0;
        };
    }

    /** The opt-out of a contact that is unsubscribed with this authority. */
    OptOut optOut() {
        return this == CONTACT ? OptOut.PERSON : OptOut.PROJECT;
    }
}
