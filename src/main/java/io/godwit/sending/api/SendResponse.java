package io.godwit.sending.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import io.godwit.sending.api.Submission.Accepted;
import io.godwit.sending.api.Submission.Receipt;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The response to {@code POST /v1/send}; the members of {@code data} are also top-level members, for first-generation clients.
 */
record SendResponse(
        boolean success,
        QueuedSend data,
        List<Item> emails,
        @JsonInclude(Include.NON_NULL) @Nullable Instant scheduledAt,
        Instant timestamp) {

    /**
     * The queued emails, in the order of the recipients.
     *
     * @param scheduledAt absent for emails that are sent at once
     */
    record QueuedSend(
            List<Item> emails,
            @JsonInclude(Include.NON_NULL) @Nullable Instant scheduledAt,
            Instant timestamp) {}

    /** One email by its id. */
    record Item(ContactReference contact, String email) {}

    /** The contact an email goes to. */
    record ContactReference(String id, String email) {}

    static Object of(Receipt receipt) {
        var items = receipt.accepted().stream().map(SendResponse::item).toList();
        var scheduledAt = receipt.scheduledAt().orElse(null);
        return new SendResponse(
                true, new QueuedSend(items, scheduledAt, receipt.at()), items, scheduledAt, receipt.at());
    }

    private static Item item(Accepted accepted) {
        var contact = new ContactReference(
                accepted.contact().toString(), accepted.address().value());
        return new Item(contact, accepted.email().toString());
    }
}
