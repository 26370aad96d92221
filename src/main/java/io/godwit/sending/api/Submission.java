package io.godwit.sending.api;

import io.godwit.contacts.ContactChange;
import io.godwit.core.EmailAddress;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.TemplateId;
import io.godwit.sending.content.StoredContent;
import io.godwit.templates.EmailClass;
import io.godwit.traces.TraceContext;
import io.godwit.web.IdempotencyClaim;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One validated call of {@code POST /v1/send}: all of it is written in one transaction, or nothing.
 *
 * @param recipients 1 to 1,000, in the caller's order, duplicates kept; one of {@code to} is the first
 * @param scheduledAt the time at which the emails are sent; empty: at once
 * @param answer makes the body of the 200 response from the receipt; it is kept with the idempotency key
 * @param trace the span that accepts the call; its emails carry it to the mail server's reply; empty unless it is traced
 */
public record Submission(
        Tenant tenant,
        String requestId,
        Optional<IdempotencyClaim> claim,
        StoredContent content,
        Optional<TemplateId> template,
        EmailClass type,
        Optional<Boolean> tracking,
        List<Recipient> recipients,
        Optional<Instant> scheduledAt,
        Function<Receipt, Object> answer,
        Optional<TraceContext> trace) {

    public Submission {
        recipients = List.copyOf(recipients);
    }

    /** The request member that names a recipient. */
    public enum RecipientKind {
        TO,
        CC,
        BCC
    }

    /**
     * One recipient with the values of this email alone.
     *
     * @param position in its list, from 0
     */
    public record Recipient(
            RecipientKind kind,
            int position,
            ContactChange contact,
            EmailId email,
            Optional<String> name,
            Map<String, @Nullable Object> transientData) {

        /** Returns the field name used in validation errors: {@code to.0}. */
        public String field() {
            return kind.name().toLowerCase(Locale.ROOT) + "." + position;
        }

        /** Returns whether the recipient is one of {@code cc} or {@code bcc}. */
        public boolean isCopy() {
            return kind != RecipientKind.TO;
        }
    }

    /**
     * The written emails, in the order of the recipients.
     *
     * @param scheduledAt the time at which they are sent; empty: at once
     */
    public record Receipt(List<Accepted> accepted, Instant at, Optional<Instant> scheduledAt) {

        public Receipt {
            accepted = List.copyOf(accepted);
        }
    }

    /** One email and the contact it goes to. */
    public record Accepted(ContactId contact, EmailAddress address, EmailId email) {}
}
