package io.godwit.contacts;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.godwit.core.EmailAddress;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ProjectId;
import java.time.Instant;
import java.util.List;

/**
 * A contact as the API shows it.
 *
 * @param data passed on as it is stored: numbers keep every digit, and a page of large contacts is not parsed
 */
public record ContactResponse(
        ContactId id,
        EmailAddress email,
        boolean subscribed,
        @JsonRawValue String data,
        ProjectId projectId,
        Instant createdAt,
        Instant updatedAt) {

    public static ContactResponse of(Tenant tenant, StoredContact contact) {
        return new ContactResponse(
                contact.id(),
                contact.email(),
                contact.subscribed(),
                contact.data(),
                tenant.project(),
                contact.createdAt(),
                contact.updatedAt());
    }

    public static List<ContactResponse> of(Tenant tenant, List<StoredContact> contacts) {
        return contacts.stream().map(contact -> of(tenant, contact)).toList();
    }

    /** The outcome of an upsert. */
    record Meta(boolean isNew, boolean isUpdate) {}

    /** A contact with the outcome of its upsert. */
    public record Upserted(
            @JsonUnwrapped ContactResponse contact,
            @JsonProperty("_meta") Meta meta) {

        public static Upserted of(Tenant tenant, StoredContact contact, boolean isNew) {
            return new Upserted(ContactResponse.of(tenant, contact), new Meta(isNew, !isNew));
        }
    }
}
