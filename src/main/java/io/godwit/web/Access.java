package io.godwit.web;

/** Who may call a route. */
public enum Access {
    /** Anybody, without credentials. */
    OPEN,
    /** A public or a secret key. */
    ANY_KEY,
    /** A secret key, or a signed-in member of the project. */
    SECRET_KEY
}
