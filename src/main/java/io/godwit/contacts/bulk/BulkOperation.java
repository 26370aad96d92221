package io.godwit.contacts.bulk;

import java.util.Locale;

/** An operation on many contacts at once. */
enum BulkOperation {
    SUBSCRIBE,
    UNSUBSCRIBE,
    DELETE;

    /** As the API spells it. */
    String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
