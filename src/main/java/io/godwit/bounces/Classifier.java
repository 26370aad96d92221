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
     * @param returnPath MAIL FROM of the transaction that brought it, empty text for the null path {@code <>}; empty when nobody
     *     knows it any more, as for a mail read from a mailbox: then its {@code Return-Path} field counts
     */
    public static Verdict classify(byte[] mail, Optional<String> returnPath) {
        try {
            var anatomy = Anatomy.of(mail);
            return kind(anatomy, new Origin(anatomy.head(), returnPath)).naming(OurIds.in(anatomy));
        } catch (RuntimeException | StackOverflowError unforeseen) {
            return Verdict.told(Kind.NONE, "This mail could not be read");
        }
    }

    /**
     * What a mail shows of the one it is about: the header of that one, as far as it is returned, and all that is written. Never
     * throws.
     */
    public static String quoted(byte[] mail) {
        try {
            return OurIds.quoted(Anatomy.of(mail));
        } catch (RuntimeException | StackOverflowError unforeseen) {
            return "";
        }
    }

    /** Tells whether an address is one mail systems, feedback loops and Amazon's notifications write from, and no person. */
    public static boolean isMachine(String address) {
        return Addresses.isDaemon(address) || Addresses.isReporter(address);
    }

    /**
     * Reads what a provider's notification quotes of a refusal.
     *
     * @param status the enhanced code beside it, if there is one
     * @param diagnosis as in the field {@code Diagnostic-Code} (RFC 3464 §2.3.6): with or without {@code smtp;} in front
     */
    public static Verdict classifyDiagnosis(Optional<String> status, String diagnosis) {
        return DeliveryStatus.refused(
                status.flatMap(Codes::enhanced), DeliveryStatus.withoutType(diagnosis), diagnosis);
    }

    private static Verdict kind(Anatomy mail, Origin origin) {
        return FeedbackReport.read(mail)
                .or(() -> DeliveryStatus.read(mail))
                .or(() -> SesNotification.read(mail))
                .or(() -> receipt(mail))
                .or(() -> origin.isMailSystem() ? PlainBounce.read(mail) : Optional.empty())
                .or(() -> AutoReply.challenge(mail))
                .or(() -> AutoReply.read(mail.head()))
                .or(() -> PlainBounce.resembling(mail))
                .orElseGet(() ->
                        Verdict.told(Kind.NONE, mail.head().first("Subject").orElse("")));
    }

    /** That a reader's program has shown or deleted it (RFC 8098). */
    private static Optional<Verdict> receipt(Anatomy mail) {
        return mail.first("message/disposition-notification")
                .map(report -> Verdict.reported(
                        Kind.AUTO_REPLY,
                        Fields.groups(report).stream()
                                .findFirst()
                                .flatMap(fields -> fields.first("Disposition"))
                                .map(value -> "Disposition: " + value)
                                .orElse("A disposition notification")));
    }
}
