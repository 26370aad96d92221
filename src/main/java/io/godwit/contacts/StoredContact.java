package io.godwit.contacts;

import io.godwit.core.ContactId;
import io.godwit.core.EmailAddress;
import java.time.Instant;

/**
 * A row of the {@code contacts} table.
 *
 * @param data JSON as PostgreSQL wrote it
 */
record StoredContact(
        ContactId id, EmailAddress email, boolean subscribed, String data, Instant createdAt, Instant updatedAt) {}
