package io.godwit.bounces;

import java.util.Optional;

/**
 * The classification of a message about a sent email.
 *
 * @param basis the form of the evidence
 * @param doubtful whether it has the text of a bounce but not the sender of one: {@code kind} does not count it as one
 * @param refusal the reason of non-delivery; empty for a message that is no bounce
 * @param status the enhanced code, {@code 5.1.1} (RFC 3463)
 * @param code the SMTP reply code, when one is quoted
 * @param recipient the recipient of the sent email, as the message names it; not checked
 * @param failed the recipients the message calls unreachable; not checked
 * @param messageId of the sent email, without brackets, when it has the form of ours
 * @param line the line that decided, at most {@value #MAX_LINE_LENGTH} characters
 */
public record BounceVerdict(
        Kind kind,
        Basis basis,
        boolean doubtful,
        Optional<ClassifiedRefusal> refusal,
        Optional<String> status,
        Optional<Integer> code,
        Optional<String> recipient,
        FailedRecipients failed,
        Optional<String> messageId,
        String line) {

    static final int MAX_LINE_LENGTH = 500;

    /** The meaning for the address and for the email. */
    public enum Kind {
        /** The address is dead. */
        HARD,
        /** The email was not delivered; another one may be. */
        SOFT,
        /** This email or its sender was refused, which says nothing about the address. */
        BLOCK,
        /** Not yet delivered; the mail system goes on trying. */
        DELAYED,
        /** The email was delivered. */
        DELIVERED,
        /** An absence note or another answer of a program. */
        AUTO_REPLY,
        /** A program asks the sender to prove to be a person. */
        CHALLENGE,
        /** The recipient calls the email unwanted. */
        COMPLAINT,
        /** None of the above: a person wrote the message, or its author is unclear. */
        NONE
    }

    /** The form of the evidence. */
    public enum Basis {
        /**
         * Machine-readable: a delivery status notification (RFC 3464), a feedback report (RFC 5965), or a program's header fields on
         * an automatic answer (RFC 3834).
         */
        REPORT,
        /** Text of a mail system, or of a person. */
        PROSE
    }

    public BounceVerdict {
        line = line.length() > MAX_LINE_LENGTH ? line.substring(0, MAX_LINE_LENGTH) : line;
    }

    /** Creates the verdict of a machine-readable report without a refusal. */
    static BounceVerdict reported(Kind kind, String line) {
        return of(kind, Basis.REPORT, line);
    }

    static BounceVerdict of(Kind kind, String line) {
        return of(kind, Basis.PROSE, line);
    }

    private static BounceVerdict of(Kind kind, Basis basis, String line) {
        return new BounceVerdict(
                kind,
                basis,
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                FailedRecipients.UNNAMED,
                Optional.empty(),
                line);
    }

    static BounceVerdict refused(Basis basis, ClassifiedRefusal refusal, String line) {
        return new BounceVerdict(
                kind(refusal),
                basis,
                false,
                Optional.of(refusal),
                refusal.enhanced(),
                refusal.code(),
                Optional.empty(),
                FailedRecipients.UNNAMED,
                Optional.empty(),
                line);
    }

    /**
     * Returns the kind of a refusal; one that is about us or this message says nothing about the address, and neither does an
     * unknown one.
     */
    private static Kind kind(ClassifiedRefusal refusal) {
        return switch (refusal.kind()) {
            case DEAD -> Kind.HARD;
            case CLOSED, FULL, GREYLISTED, ROUTING, SYSTEM -> Kind.SOFT;
            case RATE_LIMITED, BLOCKED_SOURCE, BLOCKED_DOMAIN, POLICY, CONTENT, SIZE, SESSION -> Kind.BLOCK;
            case UNKNOWN -> refusal.permanent() && refusal.code().isPresent() ? Kind.BLOCK : Kind.SOFT;
        };
    }

    /** Returns the same evidence as another kind, for a report of a delivery that continues or has succeeded. */
    BounceVerdict as(Kind other) {
        return new BounceVerdict(
                other,
                basis,
                doubtful,
                refusal.filter(ignored -> other != Kind.DELIVERED),
                status,
                code,
                recipient,
                failed,
                messageId,
                line);
    }

    /** Returns the verdict as a soft bounce that says nothing about the address. */
    BounceVerdict asPassing() {
        return new BounceVerdict(
                Kind.SOFT, basis, doubtful, Optional.empty(), status, code, recipient, failed, messageId, line);
    }

    /** Returns the same evidence as doubtful, because its sender is no mail system. */
    BounceVerdict asDoubtful() {
        return new BounceVerdict(
                Kind.NONE, basis, true, Optional.empty(), status, code, recipient, failed, messageId, line);
    }

    BounceVerdict about(Optional<String> address) {
        return about(address, failed);
    }

    BounceVerdict about(Optional<String> address, FailedRecipients unreachable) {
        return new BounceVerdict(kind, basis, doubtful, refusal, status, code, address, unreachable, messageId, line);
    }

    BounceVerdict naming(Optional<String> id) {
        return new BounceVerdict(kind, basis, doubtful, refusal, status, code, recipient, failed, id, line);
    }
}
