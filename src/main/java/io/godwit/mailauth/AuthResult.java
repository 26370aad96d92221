package io.godwit.mailauth;

/** What came of one check, in the words the first provider of this API family used. */
public enum AuthResult {
    PASS,
    FAIL,
    /** Nothing was promised, or nothing that binds: no record, no signature, a soft failure. */
    GRAY,
    /** A name server was silent, or we had no time. */
    PROCESSING_FAILED
}
