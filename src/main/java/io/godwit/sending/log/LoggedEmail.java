package io.godwit.sending.log;

import io.godwit.core.id.ContentId;
import io.godwit.sending.DestinationFields;
import io.godwit.sending.EmailReason;
import io.godwit.sending.SenderLocale;
import io.godwit.smtp.message.Header;
import io.godwit.templates.EmailClass;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A row of the log and what its text is made of.
 *
 * @param reason of an end we decided on ourselves
 * @param subject not rendered
 * @param body not rendered; empty when it was not asked for, or the content is gone
 * @param text the caller's own plain text, not rendered; empty like the body, or when there is none
 * @param contactExists false once the contact was deleted
 * @param personal whether it had values that were for this email only, which end with it
 */
record LoggedEmail(
        EmailSummary summary,
        Optional<EmailReason> reason,
        ContentId content,
        Optional<String> subject,
        Optional<String> body,
        Optional<String> text,
        Optional<DestinationFields> destination,
        List<Header> headers,
        Map<String, @Nullable Object> kept,
        Map<String, @Nullable Object> once,
        boolean personal,
        boolean contactExists,
        boolean subscribed,
        SenderLocale voice) {

    boolean hasContent() {
        return summary.from().isPresent();
    }

    /** Somebody sent it to us. */
    boolean isInbound() {
        return summary.sourceType().equals("INBOUND");
    }

    boolean isCancelledByCaller() {
        return reason.filter(EmailReason.EMAIL_CANCELLED::equals).isPresent();
    }

    boolean isUnderWay() {
        return summary.status().equals("PENDING") || summary.status().equals("SENDING");
    }

    /** Whether the contact may no longer get mail of this class; as in /v1/send, only marketing asks for consent. */
    boolean isUnwanted() {
        return summary.type() == EmailClass.MARKETING && !subscribed;
    }
}
