package io.godwit.compare;

/** The credentials a request comes with. Each chapter of requests acts on a project of its own. */
enum RequestCaller {
    /** The secret key of the chapter's project. */
    SECRET,
    /** The public key of the chapter's project. */
    PUBLIC,
    /** The secret key of a project that no chapter has. */
    OTHER,
    /** A key that was never given out. */
    UNKNOWN,
    /** The cookie of the owner, with the chapter's project in {@code X-Project-Id}. */
    USER,
    /** The cookie of the owner, without a project. */
    ACCOUNT,
    /** The cookie that an earlier request of the chapter kept under the name {@code session}. */
    SESSION,
    /** No credentials. */
    NOBODY
}
