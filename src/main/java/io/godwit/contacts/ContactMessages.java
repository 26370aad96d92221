package io.godwit.contacts;

import io.godwit.bus.Topic;
import java.util.UUID;

/** What nodes tell each other about contacts. */
public final class ContactMessages {

    /** The type of a field is gone: forget that it was known. Who misses it learns the field again ten minutes later. */
    public static final Topic<FieldDeleted> FIELD_DELETED = new Topic<>("contacts.field-deleted", FieldDeleted.class);

    private ContactMessages() {}

    /** The project it belonged to. */
    public record FieldDeleted(UUID project) {}
}
