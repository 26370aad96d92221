package io.godwit.contacts;

import io.godwit.bus.Notice;
import java.util.UUID;

/** What nodes tell each other about contacts. */
final class ContactsMessages {

    /** The type of a field is gone: forget that it was known. Who misses it learns the field again ten minutes later. */
    static final Notice<FieldDeleted> FIELD_DELETED = new Notice<>("contacts.fielddeleted", FieldDeleted.class);

    private ContactsMessages() {}

    /** The project it belonged to. */
    record FieldDeleted(UUID project) {}
}
