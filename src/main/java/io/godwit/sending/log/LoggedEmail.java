package io.godwit.sending.log;

import io.godwit.core.id.ContentId;
import io.godwit.sending.EmailReason;
import io.godwit.sending.EmailStatus;
import io.godwit.sending.content.DestinationFields;
import io.godwit.sending.content.SenderLocale;
import io.godwit.sending.content.SmtpSubmission;
import io.godwit.smtp.message.Header;
import io.godwit.templates.EmailClass;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A row of the log with the content it is rendered from.
 *
 * @param subject not rendered
 * @param body not rendered; empty when it was not selected, or the content is deleted
 * @param text the caller's own plain text, not rendered; empty like the body, or when there is none
 * @param smtp how an SMTP client submitted it; its message is there when the body would be
 * @param contactExists false once the contact was deleted
 * @param personal whether it had values for this email only, which are deleted when it ends
 */
record LoggedEmail(
        EmailSummary summary,
        ContentId content,
        Optional<String> subject,
        Optional<String> body,
        Optional<String> text,
        Optional<DestinationFields> recipients,
        List<Header> headers,
        Optional<SmtpSubmission> smtp,
        Map<String, @Nullable Object> persistentData,
        Map<String, @Nullable Object> transientData,
        boolean personal,
        boolean contactExists,
        boolean subscribed,
        SenderLocale locale) {

    boolean hasContent() {
        return summary.from().isPresent();
    }

    /** Returns whether the email was received and not sent. */
    boolean isInbound() {
        return summary.sourceType() == EmailSourceType.INBOUND;
    }

    /** Returns the message an SMTP client wrote; empty for all other emails. */
    Optional<byte[]> raw() {
        return smtp.flatMap(SmtpSubmission::raw);
    }

    /** Returns whether the content is shown as it is, because it is no template. */
    boolean isVerbatim() {
        return isInbound() || (smtp.isPresent() && summary.templateId().isEmpty());
    }

    boolean isCancelledByCaller() {
        return summary.reasonCode().filter(EmailReason.EMAIL_CANCELLED::equals).isPresent();
    }

    boolean isInFlight() {
        return summary.status() == EmailStatus.PENDING || summary.status() == EmailStatus.SENDING;
    }

    /**
     * Returns whether the contact may no longer get emails of this class; as in /v1/send, only marketing requires consent.
     */
    boolean isNotResendable() {
        return summary.type() == EmailClass.MARKETING && !subscribed;
    }
}
