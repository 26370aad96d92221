package io.godwit.bounces;

import java.util.Optional;

/**
 * What a mail that came back says about one we sent.
 *
 * @param status the enhanced code, {@code 5.1.1} (RFC 3463)
 * @param code the SMTP reply code, when one is quoted
 * @param recipient whom it is about, as written there; not checked
 * @param messageId of the mail it is about, without brackets, when that has the form of ours
 * @param line the line that decided, at most {@value #LONGEST_LINE} characters
 */
public record Verdict(
        Kind kind,
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

    public Verdict {
        line = line.length() > LONGEST_LINE ? line.substring(0, LONGEST_LINE) : line;
    }

    static Verdict of(Kind kind, String line) {
        return new Verdict(kind, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), line);
    }

    Verdict about(Optional<String> address) {
        return new Verdict(kind, status, code, address, messageId, line);
    }

    Verdict naming(Optional<String> id) {
        return new Verdict(kind, status, code, recipient, id, line);
    }
}
