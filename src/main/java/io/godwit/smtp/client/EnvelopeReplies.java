package io.godwit.smtp.client;

import io.godwit.core.EmailAddress;
import io.godwit.smtp.SmtpException;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The replies to MAIL and RCPT of one message: which recipients the server takes, and its refusal when it takes none. */
final class EnvelopeReplies {

    private static final int SERVICE_CLOSING = 421;
    private static final int TOO_MUCH = 552;
    private static final int TOO_MANY_RECIPIENTS = 452;

    private final List<EmailAddress> recipients;
    private final Map<EmailAddress, SmtpReply> recipientToRefusal = new LinkedHashMap<>();
    private @Nullable SmtpReply mailRefusal;
    private int accepted;
    private int answered;

    EnvelopeReplies(List<EmailAddress> recipients) {
        this.recipients = recipients;
    }

    void mailRefused(SmtpReply reply) {
        mailRefusal = reply;
    }

    boolean isMailRefused() {
        return mailRefusal != null;
    }

    /** Notes the reply to the RCPT of the recipient at this index; one that is no reply to RCPT counts as neither. */
    void recipientReplied(int recipient, SmtpReply reply) {
        answered++;
        if (reply.isClass(2)) {
            accepted++;
        } else if (isRefusal(reply)) {
            recipientToRefusal.put(recipients.get(recipient), recipient == 0 ? reply : later(reply));
        }
    }

    /** Returns whether the reply refuses what was asked for, for now or for good. */
    static boolean isRefusal(SmtpReply reply) {
        return reply.isClass(4) || reply.isClass(5);
    }

    /**
     * Takes a 552, by which some servers mean "too many recipients", for a 452, so that the others are due again (RFC 5321
     * §4.5.3.1.10).
     */
    private static SmtpReply later(SmtpReply reply) {
        return reply.code() == TOO_MUCH && !reply.enhanced().orElse("").startsWith("5.2")
                ? new SmtpReply(TOO_MANY_RECIPIENTS, reply.enhanced(), reply.lines())
                : reply;
    }

    /** Returns whether the server has replied about all recipients. */
    boolean isComplete() {
        return answered == recipients.size();
    }

    boolean hasAccepted() {
        return accepted > 0;
    }

    /** Returns whether the message is known to have no recipient: MAIL or every RCPT was refused. */
    boolean isRefused() {
        return isMailRefused() || (isComplete() && accepted == 0);
    }

    /** Returns the refused recipients. */
    Map<EmailAddress, SmtpReply> refusals() {
        return recipientToRefusal;
    }

    /**
     * Returns the refusal of MAIL or of the first recipient.
     *
     * @param mayBeClosing whether a 421 to MAIL is about the connection and not about the message
     */
    SmtpException refusal(boolean mayBeClosing) {
        var refusal = mailRefusal;
        if (refusal == null) {
            var first = recipientToRefusal.values().stream().findFirst();
            return new SmtpException(SmtpStage.RCPT, first, "The mail server refused the message");
        }
        return mayBeClosing && refusal.code() == SERVICE_CLOSING
                ? new SmtpException(SmtpStage.CONNECT, Optional.of(refusal), "The mail server closed the connection")
                : new SmtpException(SmtpStage.MAIL, Optional.of(refusal), "The mail server refused the message");
    }
}
