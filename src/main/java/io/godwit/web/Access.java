package io.godwit.web;

/** The credentials a route asks for. */
public enum Access {
    /** No credentials. */
    OPEN,
    /** A public or a secret key. */
    ANY_KEY,
    /** A secret key and no cookie: for servers. */
    KEY_ALONE,
    /** A secret key, or a signed-in member of the project. */
    SECRET_KEY,
    /** A signed-in user, for themselves; with a secret key, what can be answered for its project. */
    USER
}
