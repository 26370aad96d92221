package io.godwit.bounces;

import java.util.Optional;

/**
 * What a mail that came back says about one we sent.
 *
 * @param basis what the kind was told by
 * @param doubtful it has the words of a bounce and the sender of none: {@code kind} does not count it as one
 * @param refusal why it was not delivered; empty for what is no bounce
 * @param status the enhanced code, {@code 5.1.1} (RFC 3463)
 * @param code the SMTP reply code, when one is quoted
 * @param recipient whom it is about, as written there; not checked
 * @param messageId of the mail it is about, without brackets, when that has the form of ours
 * @param line the line that decided, at most {@value #LONGEST_LINE} characters
 */
public record BounceVerdict(
        Kind kind,
        Basis basis,
        boolean doubtful,
        Optional<ClassifiedRefusal> refusal,
        Optional<String> status,
        Optional<Integer> code,
        Optional<String> recipient,
        Optional<String> messageId,
        String line) {

    static final int LONGEST_LINE = 500;

    /** What it means for the address and for the mail. */
    public enum Kind {
        /** The address is dead. */
        HARD,
        /** It was not delivered; another mail may be. */
        SOFT,
        /** This mail or its sender was refused, which says nothing about the address. */
        BLOCK,
        /** Not yet delivered; the mail system goes on trying. */
        DELAYED,
        /** It was delivered. */
        DELIVERED,
        /** An absence note or another answer of a machine. */
        AUTO_REPLY,
        /** A machine asks the sender to prove that it is a person. */
        CHALLENGE,
        /** The reader calls it unwanted. */
        COMPLAINT,
        /** Nothing of the above: a person wrote it, or nobody can tell. */
        NONE
    }

    /** The form of the evidence. */
    public enum Basis {
        /** A report for machines: a delivery status notification (RFC 3464) or a feedback report (RFC 5965). */
        REPORT,
        /** Words of a mail system, or of a person. */
        PROSE
    }

    public BounceVerdict {
        line = line.length() > LONGEST_LINE ? line.substring(0, LONGEST_LINE) : line;
    }

    /** What a report for machines says without a refusal. */
    static BounceVerdict reported(Kind kind, String line) {
        return of(kind, Basis.REPORT, line);
    }

    static BounceVerdict told(Kind kind, String line) {
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
                Optional.empty(),
                line);
    }

    /** A refusal that is about us or this message says nothing about the address; one that is not understood does not either. */
    private static Kind kind(ClassifiedRefusal refusal) {
        return switch (refusal.kind()) {
            case DEAD -> Kind.HARD;
            case CLOSED, FULL, GREYLISTED, ROUTING, SYSTEM -> Kind.SOFT;
            case RATE_LIMITED, BLOCKED_SOURCE, BLOCKED_DOMAIN, POLICY, CONTENT, SIZE, SESSION -> Kind.BLOCK;
            case UNKNOWN -> refusal.permanent() && refusal.code().isPresent() ? Kind.BLOCK : Kind.SOFT;
        };
    }

    /** The same words in a report of a delivery that goes on or has succeeded. */
    BounceVerdict as(Kind other) {
        return new BounceVerdict(
                other,
                basis,
                doubtful,
                refusal.filter(told -> other != Kind.DELIVERED),
                status,
                code,
                recipient,
                messageId,
                line);
    }

    /** The same evidence, from somebody who is no mail system. */
    BounceVerdict doubted() {
        return new BounceVerdict(Kind.NONE, basis, true, Optional.empty(), status, code, recipient, messageId, line);
    }

    BounceVerdict about(Optional<String> address) {
        return new BounceVerdict(kind, basis, doubtful, refusal, status, code, address, messageId, line);
    }

    BounceVerdict naming(Optional<String> id) {
        return new BounceVerdict(kind, basis, doubtful, refusal, status, code, recipient, id, line);
    }
}
