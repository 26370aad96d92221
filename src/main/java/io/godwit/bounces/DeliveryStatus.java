package io.godwit.bounces;

import io.godwit.bounces.BounceVerdict.Basis;
import io.godwit.bounces.BounceVerdict.Kind;
import io.godwit.bounces.ClassifiedRefusal.Weight;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Parses delivery status notifications (RFC 3464), with or without the container that RFC 6522 asks for. */
final class DeliveryStatus {

    /** Actions, the worst first, for a report about several recipients; our emails have one. */
    private static final List<String> WORST_FIRST = List.of("failed", "delayed", "relayed", "delivered", "expanded");

    /** The field with the ENVID of the transaction that brought the email (RFC 3464 §2.2.1). */
    static final String ENVELOPE_ID = "Original-Envelope-Id";

    /** The doubt about a status that the reporting system has made of a basic code, whatever words stand beside it. */
    private static final String DERIVED = "derived ";

    private DeliveryStatus() {}

    static Optional<BounceVerdict> read(BounceMessage message) {
        return report(message)
                .flatMap(report -> HeaderFields.groups(report).stream()
                        .filter(group -> group.has("Action") || group.has("Status"))
                        .min(Comparator.comparingInt(DeliveryStatus::rank)))
                .map(group -> verdict(message, group));
    }

    private static Optional<String> report(BounceMessage message) {
        return message.first("message/delivery-status").or(() -> message.first("message/global-delivery-status"));
    }

    /** Returns the id of the envelope, which we told the server. */
    static Optional<String> envelopeId(BounceMessage message) {
        return report(message).flatMap(report -> HeaderFields.groups(report).stream()
                .flatMap(group -> group.first(ENVELOPE_ID).stream())
                .findFirst());
    }

    private static int rank(HeaderFields group) {
        var at = WORST_FIRST.indexOf(action(group));
        return at < 0 ? WORST_FIRST.size() : at;
    }

    /** Returns the field Action, which some systems leave out or extend by a comment. */
    private static String action(HeaderFields group) {
        var action = group.lower("Action").split("[ (]", 2)[0];
        return action.isEmpty() ? "failed" : action;
    }

    private static BounceVerdict verdict(BounceMessage message, HeaderFields group) {
        var recipient = group.first("Final-Recipient")
                .or(() -> group.first("Original-Recipient"))
                .flatMap(AddressExtractor::typed);
        return (switch (status(group).filter(code -> code.startsWith("2.")).isPresent() ? "delivered" : action(group)) {
                    case "delayed" -> reported(Kind.DELAYED, group);
                    case "relayed", "delivered", "expanded" -> reported(Kind.DELIVERED, group);
                    default -> failed(message, group);
                })
                .about(recipient, failedRecipients(group));
    }

    /** Returns the mailbox that failed; the one the sender named where that has no address of internet mail. */
    private static FailedRecipients failedRecipients(HeaderFields group) {
        return FailedRecipients.first(
                        Stream.of("Final-Recipient", "Original-Recipient").flatMap(name -> group.first(name).stream()))
                .withOrigins(group.first("Original-Recipient").stream());
    }

    private static BounceVerdict reported(Kind kind, HeaderFields group) {
        var line = group.first("Diagnostic-Code").orElseGet(() -> "Action: " + action(group));
        return BounceVerdict.refused(
                        Basis.REPORT,
                        RefusalClassifier.classify(
                                status(group), StatusCodes.reply(diagnosis(group)), diagnosis(group)),
                        line)
                .as(kind);
    }

    private static BounceVerdict failed(BounceMessage message, HeaderFields group) {
        var diagnosis = diagnosis(group);
        var words = diagnosis.isBlank() ? reported(message, group) : diagnosis;
        var line = group.first("Diagnostic-Code")
                .or(() -> words.isBlank() ? Optional.empty() : Optional.of(words))
                .orElseGet(() -> "Status: " + group.first("Status").orElse("not given"));
        return refused(status(group), words, line);
    }

    /** Returns the verdict on a refusal that a report quotes; {@code line} is the evidence to be shown. */
    static BounceVerdict refused(Optional<String> status, String words, String line) {
        var telling = status.filter(code -> !isVague(code))
                .or(() -> StatusCodes.enhancedRefusal(words))
                .or(() -> status);
        var reply = StatusCodes.reply(words);
        var refusal = RefusalClassifier.classify(telling, reply, words);
        return BounceVerdict.refused(
                Basis.REPORT, isDerived(status, words) ? withoutItsStatus(refusal, reply, words) : refusal, line);
    }

    /**
     * Returns whether the mail system that reports has made the status out of the basic code of the reply, as sendmail makes
     * 5.1.1 out of any 550 and others 5.2.2 out of any 552: the quoted reply has none.
     */
    private static boolean isDerived(Optional<String> status, String words) {
        return status.filter(code -> code.startsWith("5.1.") || EnhancedCodes.isFullMailbox(code))
                        .isPresent()
                && StatusCodes.reply(words).isPresent()
                && StatusCodes.enhancedRefusal(words).isEmpty();
    }

    /** Classifies by the words of the reply; if they tell nothing, its status alone is no proof yet. */
    private static ClassifiedRefusal withoutItsStatus(
            ClassifiedRefusal refusal, Optional<Integer> reply, String words) {
        var byWords = RefusalClassifier.classify(Optional.empty(), reply, words);
        var unclear = byWords.kind() == RefusalClass.UNKNOWN;
        var telling = unclear ? refusal : byWords;
        return new ClassifiedRefusal(
                telling.kind(),
                telling.permanent(),
                reply,
                refusal.enhanced(),
                unclear ? derived(refusal.evidence(), words) : byWords.weight(),
                words);
    }

    /** Returns the worth of a status alone, which the reporting system may have guessed. */
    private static Weight derived(ClassifiedRefusal.Evidence evidence, String words) {
        return evidence.isOfDeath()
                ? new Weight(evidence.atMostSecond(), DERIVED + RefusalClassifier.normal(words))
                : Weight.NONE;
    }

    /**
     * Returns the evidence without a diagnosis: the comment after the status, and the refusal quoted in the prose; the prose's
     * footers never override a status.
     */
    private static String reported(BounceMessage message, HeaderFields group) {
        var comment = group.first("Status").orElse("").replaceFirst("^[^(]*", "");
        var vague = status(group).filter(code -> !isVague(code)).isEmpty();
        var prose = vague ? PlainBounce.decidingLine(message) : PlainBounce.codedLine(message);
        return (comment + " " + prose.orElse("")).strip();
    }

    /**
     * Returns whether the status, such as {@code 5.0.0}, says only that delivery failed; the text beside it often has a better
     * one.
     */
    private static boolean isVague(String status) {
        return status.endsWith(".0.0");
    }

    private static Optional<String> status(HeaderFields group) {
        return group.first("Status").flatMap(StatusCodes::enhanced);
    }

    /** Returns the diagnosis without the prefix {@code smtp;} (RFC 3464 §2.3.6). */
    private static String diagnosis(HeaderFields group) {
        return withoutType(group.first("Diagnostic-Code").orElse(""));
    }

    static String withoutType(String value) {
        var semicolon = value.indexOf(';');
        return semicolon >= 0 && semicolon < 20 ? value.substring(semicolon + 1).strip() : value;
    }
}
