package io.godwit.bounces;

import io.godwit.bounces.Verdict.Kind;
import java.util.Optional;

/** Reads mail that came back. Safe to use from any thread. */
public final class Classifier {

    private Classifier() {}

    /**
     * Never throws, whatever the bytes are. Takes some milliseconds for a large mail: call it away from the event loops.
     *
     * @param mail as it came, at most as many bytes as the caller is willing to hold
     */
    public static Verdict classify(byte[] mail) {
        try {
            var anatomy = Anatomy.of(mail);
            return kind(anatomy).naming(OurIds.in(anatomy));
        } catch (RuntimeException | StackOverflowError unforeseen) {
            return Verdict.of(Kind.NONE, "This mail could not be read");
        }
    }

    private static Verdict kind(Anatomy mail) {
        return FeedbackReport.read(mail)
                .or(() -> DeliveryStatus.read(mail))
                .or(() -> receipt(mail))
                .or(() -> PlainBounce.read(mail))
                .or(() -> AutoReply.challenge(mail))
                .or(() -> AutoReply.read(mail.head()))
                .orElseGet(
                        () -> Verdict.of(Kind.NONE, mail.head().first("Subject").orElse("")));
    }

    /** That a reader's program has shown or deleted it (RFC 8098). */
    private static Optional<Verdict> receipt(Anatomy mail) {
        return mail.first("message/disposition-notification")
                .map(report -> Verdict.of(
                        Kind.AUTO_REPLY,
                        Fields.groups(report).stream()
                                .findFirst()
                                .flatMap(fields -> fields.first("Disposition"))
                                .map(value -> "Disposition: " + value)
                                .orElse("A disposition notification")));
    }
}
