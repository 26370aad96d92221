package io.godwit.sending.log;

import io.godwit.core.EmailAddress;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.TemplateId;
import io.godwit.sending.EmailReason;
import io.godwit.sending.EmailStatus;
import io.godwit.templates.EmailClass;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * An email of the log as the API lists it.
 *
 * @param from absent, like the other sender members, once the content is deleted
 * @param type the class of the email
 * @param workflowId the workflow of the execution; absent once the execution is deleted
 * @param status SENDING while an attempt is under way
 * @param error why it ended as it did, as a sentence
 * @param reasonCode the code of an end decided here and not by a mail server
 * @param reply the mail server's reply to the final dot; while the email waits, the result of its last attempt
 * @param nextAttemptAt the earliest time of the next attempt; absent unless the email waits for one
 * @param opens opens by persons
 * @param machineOpens opens by programs that prefetch or scan
 * @param scheduledAt the requested time; empty: sent at once
 */
record EmailSummary(
        EmailId id,
        ProjectId projectId,
        ContactId contactId,
        EmailAddress to,
        Optional<String> toName,
        Optional<String> from,
        Optional<String> fromName,
        Optional<String> replyTo,
        Optional<String> messageId,
        EmailSourceType sourceType,
        EmailClass type,
        Optional<TemplateId> templateId,
        Optional<UUID> campaignId,
        Optional<UUID> workflowExecutionId,
        Optional<UUID> workflowId,
        EmailStatus status,
        Optional<String> error,
        Optional<EmailReason> reasonCode,
        Optional<String> reply,
        Optional<Instant> nextAttemptAt,
        Optional<Boolean> tracking,
        int opens,
        int clicks,
        int machineOpens,
        int machineClicks,
        Instant createdAt,
        Instant updatedAt,
        Optional<Instant> scheduledAt,
        Optional<Instant> sentAt,
        Optional<Instant> deliveredAt,
        Optional<Instant> openedAt,
        Optional<Instant> clickedAt,
        Optional<Instant> bouncedAt,
        Optional<Instant> complainedAt) {}
