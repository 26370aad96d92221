package io.godwit.contacts;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.godwit.core.EmailAddress;
import io.godwit.core.id.ContactId;
import java.time.Instant;

/**
 * A row of the {@code contacts} table.
 *
 * @param data JSON as PostgreSQL wrote it, and passed on so: numbers keep every digit, and a page of large contacts is not
 *     parsed
 */
public record StoredContact(
        ContactId id,
        EmailAddress email,
        boolean subscribed,
        @JsonRawValue String data,
        Instant createdAt,
        Instant updatedAt) {}
