package io.godwit.sending.rendering;

import io.godwit.sending.attempt.EmailAttempt;
import io.godwit.smtp.message.Header;
import io.godwit.smtp.message.PartRewriter;
import io.godwit.smtp.message.RawMessage;
import io.godwit.templates.EmailClass;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Completes the message of an SMTP client for one recipient: fields of ours before it, and only in marketing or tracked email
 * changes of its text.
 */
final class SubmittedMessageCompleter {

    private static final String HTML = "text/html";

    private SubmittedMessageCompleter() {}

    /**
     * Returns the message, unsigned.
     *
     * @param own the fields that come before it
     * @param tracked adds tracking to HTML if the email is tracked
     */
    static byte[] complete(
            byte[] raw,
            List<Header> own,
            UnsubscribeLinks unsubscribe,
            EmailAttempt email,
            UnaryOperator<String> tracked) {
        var marketing = email.type() == EmailClass.MARKETING;
        var message = marketing || email.isTracked()
                ? PartRewriter.rewrite(raw, HTML, html -> tracked.apply(unsubscribe.in(html)))
                : raw;
        if (marketing) {
            message = PartRewriter.rewrite(message, "text/plain", unsubscribe::inText);
        }
        var before = new ArrayList<>(own);
        before.addAll(marketing ? listFields(RawMessage.of(message), unsubscribe, email) : List.of());
        return RawMessage.of(message).with(before, ignored -> false);
    }

    /** Returns the fields of mailing lists that the client did not write itself. */
    private static List<Header> listFields(RawMessage message, UnsubscribeLinks unsubscribe, EmailAttempt email) {
        var present = message.names().stream()
                .map(name -> new Header(name, message.first(name).orElse("")))
                .toList();
        var all = unsubscribe.beside(present, true, email.claimed().project());
        return all.subList(present.size(), all.size());
    }
}
