package io.godwit.contacts;

/** The origin of a contact's opt-out from marketing email; each outranks those before it. */
public enum OptOut {
    /** A request or a file of the project said so. */
    PROJECT,
    /** The contact said so: by a link of an email, or by a complaint. */
    PERSON,
    /** The contact had said so before it was deleted and created anew. */
    ERASED
}
