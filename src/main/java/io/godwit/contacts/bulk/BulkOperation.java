package io.godwit.contacts.bulk;

import java.util.Locale;

/** An operation on many contacts at once. */
enum BulkOperation {
    SUBSCRIBE,
    UNSUBSCRIBE,
    DELETE;

    /** Returns the operation as the API spells it. */
    String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
