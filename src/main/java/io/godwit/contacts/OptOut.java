package io.godwit.contacts;

/** The origin of a contact's opt-out from marketing email; each outranks those before it. */
public enum OptOut {
    /** A request or a file of the project unsubscribed the contact. */
    PROJECT,
    /** The contact opted out by a link of an email, or by a complaint. */
    PERSON,
    /** The contact had opted out before it was deleted and created again. */
    ERASED
}
