package io.godwit.mailauth;

/** The result of one check, in the words of the first provider of this API family. */
public enum AuthResult {
    PASS,
    FAIL,
    /** No binding policy was published: no record, no signature, a soft failure. */
    GRAY,
    /** A name server did not answer, or the time budget was used up. */
    PROCESSING_FAILED
}
