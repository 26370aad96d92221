package io.godwit.sending.log;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContentId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import io.godwit.sending.EmailSource;
import io.godwit.sending.NewEmail;
import io.godwit.sending.content.EmailContent;
import io.godwit.sending.content.SmtpSubmission;
import io.godwit.smtp.message.RawMessage;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A new email that repeats one of the log; with a content of its own, so that the log keeps the content of each. */
record ResentEmail(EmailId original, EmailContent content, NewEmail email) {

    /** Fails when the email cannot be sent again unchanged. */
    static void requirePossible(LoggedEmail email) {
        if (email.personal()) {
            throw conflict("The email had values that were for it alone and are gone, so it cannot be sent again");
        }
        if (email.isInFlight()) {
            throw conflict("The email is still on its way");
        }
        if (!email.hasContent()) {
            throw conflict("The content of the email is gone");
        }
        if (!email.contactExists()) {
            throw conflict("The contact of the email is gone");
        }
        if (email.isNotResendable()) {
            throw Failure.of(
                    Kind.BAD_REQUEST,
                    "The contact is not subscribed",
                    List.of(Failure.Issue.of("to.0", "custom", "The contact is not subscribed")));
        }
    }

    static ResentEmail of(Tenant tenant, LoggedEmail email, EmailContent stored, String requestId) {
        var content = new EmailContent(
                tenant.project(),
                new ContentId(Ids.next()),
                stored.subject(),
                stored.body(),
                stored.text(),
                stored.from(),
                stored.replyTo(),
                stored.recipients(),
                stored.headers(),
                stored.attachments(),
                stored.smtp().map(ResentEmail::withoutMessageId));
        var summary = email.summary();
        return new ResentEmail(
                summary.id(),
                content,
                new NewEmail(
                        tenant.project(),
                        new EmailId(Ids.next()),
                        summary.contactId(),
                        content.id(),
                        summary.templateId(),
                        EmailSource.TRANSACTIONAL,
                        summary.type(),
                        summary.to(),
                        summary.toName(),
                        email.persistentData(),
                        Map.of(),
                        summary.tracking(),
                        requestId,
                        Optional.empty()));
    }

    /** Returns the message without its Message-ID: a receiver drops the second of two messages with one id. */
    private static SmtpSubmission withoutMessageId(SmtpSubmission smtp) {
        var raw = smtp.raw()
                .map(message -> RawMessage.of(message).with(List.of(), name -> name.equalsIgnoreCase("Message-ID")));
        return new SmtpSubmission(raw, Optional.empty(), smtp.mailFrom(), smtp.metadata(), smtp.files());
    }

    private static Failure conflict(String sentence) {
        return Failure.of(Kind.CONFLICT, sentence);
    }
}
