package io.godwit.contacts;

import io.godwit.bus.Topic;
import java.util.UUID;

/** The topics about contacts on the bus between nodes. */
public final class ContactMessages {

    /**
     * The type of a field was deleted, or the project is being reset: a node evicts the fields of the project from its cache. A
     * node that misses the message registers them again ten minutes later.
     */
    public static final Topic<FieldDeleted> FIELD_DELETED = new Topic<>("contacts.field-deleted", FieldDeleted.class);

    private ContactMessages() {}

    /** The project of the deleted fields. */
    public record FieldDeleted(UUID project) {}
}
