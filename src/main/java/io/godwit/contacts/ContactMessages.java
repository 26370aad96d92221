package io.godwit.contacts;

import io.godwit.bus.Topic;
import java.util.UUID;

/** The topics about contacts on the bus between nodes. */
public final class ContactMessages {

    /**
     * The type of a field was deleted: a node evicts it from its cache. A node that misses the message registers the field again
     * ten minutes later.
     */
    public static final Topic<FieldDeleted> FIELD_DELETED = new Topic<>("contacts.field-deleted", FieldDeleted.class);

    private ContactMessages() {}

    /** The project of the deleted field. */
    public record FieldDeleted(UUID project) {}
}
