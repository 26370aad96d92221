package io.godwit.bounces;

import io.godwit.bounces.BounceVerdict.Basis;
import io.godwit.bounces.BounceVerdict.Kind;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Delivery status notifications (RFC 3464), with or without the wrapping that RFC 6522 asks for. */
final class DeliveryStatus {

    /** The worst that befell one of several recipients; we send to one. */
    private static final List<String> WORST_FIRST = List.of("failed", "delayed", "relayed", "delivered", "expanded");

    private DeliveryStatus() {}

    static Optional<BounceVerdict> read(BounceMessage mail) {
        return mail.first("message/delivery-status")
                .or(() -> mail.first("message/global-delivery-status"))
                .flatMap(report -> HeaderFields.groups(report).stream()
                        .filter(group -> group.has("Action") || group.has("Status"))
                        .min(Comparator.comparingInt(DeliveryStatus::rank)))
                .map(group -> verdict(mail, group));
    }

    private static int rank(HeaderFields group) {
        var at = WORST_FIRST.indexOf(action(group));
        return at < 0 ? WORST_FIRST.size() : at;
    }

    /** Some leave it out, some add a comment. */
    private static String action(HeaderFields group) {
        var action = group.lower("Action").split("[ (]", 2)[0];
        return action.isEmpty() ? "failed" : action;
    }

    private static BounceVerdict verdict(BounceMessage mail, HeaderFields group) {
        var recipient = group.first("Final-Recipient")
                .or(() -> group.first("Original-Recipient"))
                .flatMap(AddressExtractor::typed);
        return (switch (status(group).filter(code -> code.startsWith("2.")).isPresent() ? "delivered" : action(group)) {
                    case "delayed" -> told(Kind.DELAYED, group);
                    case "relayed", "delivered", "expanded" -> told(Kind.DELIVERED, group);
                    default -> failed(mail, group);
                })
                .about(recipient);
    }

    private static BounceVerdict told(Kind kind, HeaderFields group) {
        var line = group.first("Diagnostic-Code").orElseGet(() -> "Action: " + action(group));
        return BounceVerdict.refused(
                        Basis.REPORT,
                        RefusalClassifier.classify(
                                status(group), StatusCodes.reply(diagnosis(group)), diagnosis(group)),
                        line)
                .as(kind);
    }

    private static BounceVerdict failed(BounceMessage mail, HeaderFields group) {
        var diagnosis = diagnosis(group);
        var words = diagnosis.isBlank() ? told(mail, group) : diagnosis;
        var line = group.first("Diagnostic-Code")
                .or(() -> words.isBlank() ? Optional.empty() : Optional.of(words))
                .orElseGet(() -> "Status: " + group.first("Status").orElse("not given"));
        return refused(status(group), words, line);
    }

    /** The verdict on a refusal a report quotes; {@code line} is the evidence to be shown. */
    static BounceVerdict refused(Optional<String> status, String words, String line) {
        var telling = status.filter(code -> !isVague(code))
                .or(() -> StatusCodes.enhanced(words))
                .or(() -> status);
        return BounceVerdict.refused(
                Basis.REPORT, RefusalClassifier.classify(telling, StatusCodes.reply(words), words), line);
    }

    /** Without a diagnosis: the comment behind the status, and what the prose quotes; its footers outvote no status. */
    private static String told(BounceMessage mail, HeaderFields group) {
        var comment = group.first("Status").orElse("").replaceFirst("^[^(]*", "");
        var vague = status(group).filter(code -> !isVague(code)).isEmpty();
        var prose = vague ? PlainBounce.decidingLine(mail.words()) : PlainBounce.codedLine(mail.words());
        return (comment + " " + prose.orElse("")).strip();
    }

    /** {@code 5.0.0} and its like say only that it failed; the words beside it often carry a better one. */
    private static boolean isVague(String status) {
        return status.endsWith(".0.0");
    }

    private static Optional<String> status(HeaderFields group) {
        return group.first("Status").flatMap(StatusCodes::enhanced);
    }

    /** Without {@code smtp;} in front (RFC 3464 §2.3.6). */
    private static String diagnosis(HeaderFields group) {
        return withoutType(group.first("Diagnostic-Code").orElse(""));
    }

    static String withoutType(String value) {
        var semicolon = value.indexOf(';');
        return semicolon >= 0 && semicolon < 20 ? value.substring(semicolon + 1).strip() : value;
    }
}
