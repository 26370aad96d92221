package io.godwit.contacts;

/** On whose word a contact gets no marketing mail; each outranks those before it. */
public enum OptOut {
    /** A request or a file of the project said so. */
    PROJECT,
    /** The contact said so: by a link of a mail, or by a complaint. */
    PERSON,
    /** The contact had said so before it was deleted and created anew. */
    ERASED
}
