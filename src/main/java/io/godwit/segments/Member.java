package io.godwit.segments;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.godwit.core.ContactId;
import io.godwit.core.EmailAddress;
import java.time.Instant;

/** A contact of a segment, as the API shows it; {@code data} is passed on as it is stored. */
record Member(
        ContactId id,
        EmailAddress email,
        boolean subscribed,
        @JsonRawValue String data,
        Instant createdAt,
        Instant updatedAt) {}
