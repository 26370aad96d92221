package io.godwit.bounces;

import io.godwit.bounces.BounceVerdict.Kind;
import java.util.Optional;

/**
 * Classifies messages that were sent to a return path: bounces, complaints and automatic answers. Safe to use from any thread.
 */
public final class BounceClassifier {

    private BounceClassifier() {}

    /**
     * Classifies a message. Never throws, whatever the bytes are. Takes some milliseconds for a large message: call it on a
     * worker. One that takes longer than some seconds counts as none of them.
     *
     * @param message as it was received, at most as many bytes as the caller is willing to hold
     * @param returnPath MAIL FROM of the transaction that brought it, empty text for the null path {@code <>}; empty when it is
     *     unknown, as for a message read from a mailbox: then its {@code Return-Path} field counts
     */
    public static BounceVerdict classify(byte[] message, Optional<String> returnPath) {
        return classify(message, returnPath, ReadingDeadline.begin());
    }

    static BounceVerdict classify(byte[] message, Optional<String> returnPath, ReadingDeadline deadline) {
        try {
            var parsed = BounceMessage.of(message, deadline);
            return kind(parsed, new SenderOrigin(parsed.head(), returnPath)).naming(MessageIdFinder.in(parsed));
        } catch (RuntimeException | StackOverflowError unforeseen) {
            return BounceVerdict.of(Kind.NONE, "This mail could not be read");
        }
    }

    /**
     * Returns the text in which identifiers of the sent email may occur: the header it returns, as far as there is one, and all
     * readable text. Never throws.
     */
    public static String quoted(byte[] message) {
        try {
            return MessageIdFinder.quoted(BounceMessage.of(message, ReadingDeadline.begin()));
        } catch (RuntimeException | StackOverflowError unforeseen) {
            return "";
        }
    }

    /** Returns whether mail systems, feedback loops or Amazon's notifications send from the address, and not a person. */
    public static boolean isAutomatedSender(String address) {
        return AddressExtractor.isDaemon(address) || AddressExtractor.isReporter(address);
    }

    /**
     * Classifies the refusal that a provider's notification quotes.
     *
     * @param status the enhanced code beside it, if there is one
     * @param diagnosis as in the field {@code Diagnostic-Code} (RFC 3464 §2.3.6): with or without {@code smtp;} in front
     */
    public static BounceVerdict classifyDiagnosis(Optional<String> status, String diagnosis) {
        return DeliveryStatus.refused(
                status.flatMap(StatusCodes::enhanced), DeliveryStatus.withoutType(diagnosis), diagnosis);
    }

    private static BounceVerdict kind(BounceMessage message, SenderOrigin origin) {
        return FeedbackReport.read(message)
                .or(() -> DeliveryStatus.read(message))
                .or(() -> SesNotification.read(message))
                .or(() -> receipt(message))
                .or(() -> origin.isMailServer() ? PlainBounce.read(message, origin.isDaemon()) : Optional.empty())
                .or(() -> AutoReplyDetector.challenge(message))
                .or(() -> AutoReplyDetector.read(message.head()))
                .or(() -> PlainBounce.resembling(message))
                .orElseGet(() -> BounceVerdict.of(
                        Kind.NONE, message.head().first("Subject").orElse("")));
    }

    /** Detects a receipt of an email program that has shown or deleted the email (RFC 8098). */
    private static Optional<BounceVerdict> receipt(BounceMessage message) {
        return message.first("message/disposition-notification").map(report -> {
            var disposition = HeaderFields.groups(report).stream()
                    .flatMap(fields -> fields.first("Disposition").stream())
                    .findFirst()
                    .orElse("");
            return refusal(message, disposition)
                    .orElseGet(() -> BounceVerdict.reported(
                            Kind.AUTO_REPLY,
                            disposition.isEmpty() ? "A disposition notification" : "Disposition: " + disposition));
        });
    }

    /** Returns the bounce of a mail system that deletes the email and sends a disposition notification, as RFC 5429 §2.2 allows. */
    private static Optional<BounceVerdict> refusal(BounceMessage message, String disposition) {
        return disposition.matches("(?i)automatic-action/.{0,80}deleted.{0,80}")
                        && PlainBounce.decidingLine(message).isPresent()
                ? PlainBounce.read(message, true)
                : Optional.empty();
    }
}
