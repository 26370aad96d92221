package io.godwit.bounces;

import io.godwit.bounces.Verdict.Basis;
import io.godwit.bounces.Verdict.Kind;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Optional;

/** Amazon SES's notifications of bounces and complaints, when SNS mails them: JSON in the text of the mail. */
final class SesNotification {

    private static final String SENDER = "no-reply@sns.amazonaws.com";

    private SesNotification() {}

    static Optional<Verdict> read(Anatomy mail) {
        var from = mail.head().first("From").flatMap(Addresses::typed).orElse("");
        return from.equalsIgnoreCase(SENDER) ? json(mail.words()).flatMap(SesNotification::verdict) : Optional.empty();
    }

    /** The first object of the text, out of SNS's own envelope where it has one; below it stands how to unsubscribe. */
    private static Optional<JsonObject> json(String text) {
        var begin = text.indexOf('{');
        var end = text.lastIndexOf('}');
        if (begin < 0 || end < begin) {
            return Optional.empty();
        }
        try {
            var members = new JsonObject(text.substring(begin, end + 1));
            return Optional.of(members.getValue("Message") instanceof String inner ? new JsonObject(inner) : members);
        } catch (DecodeException notJson) {
            return Optional.empty();
        }
    }

    private static Optional<Verdict> verdict(JsonObject event) {
        return switch (text(event, "eventType")
                .or(() -> text(event, "notificationType"))
                .orElse("")) {
            case "Bounce" -> Optional.of(refused(object(event, "bounce"), "bouncedRecipients", "bounceSubType"));
            case "DeliveryDelay" ->
                Optional.of(refused(object(event, "deliveryDelay"), "delayedRecipients", "delayType")
                        .as(Kind.DELAYED));
            case "Complaint" -> Optional.of(complaint(object(event, "complaint")));
            case "Delivery" ->
                Optional.of(Verdict.reported(Kind.DELIVERED, "Delivery")
                        .about(first(object(event, "delivery"), "recipients")));
            default -> Optional.empty();
        };
    }

    private static Verdict refused(JsonObject told, String recipients, String type) {
        var recipient = objects(told, recipients);
        var line = text(recipient, "diagnosticCode").or(() -> text(told, type)).orElse("No reason was given");
        var status = text(recipient, "status").flatMap(Codes::enhanced);
        var refusal = RefusalClassifier.classify(status, Codes.reply(line), line.replaceFirst("^smtp; ?", ""));
        return Verdict.refused(Basis.REPORT, refusal, line).about(text(recipient, "emailAddress"));
    }

    private static Verdict complaint(JsonObject told) {
        var type = text(told, "complaintFeedbackType").orElse("abuse");
        return Verdict.reported(type.equals("not-spam") ? Kind.NONE : Kind.COMPLAINT, "Feedback-Type: " + type)
                .about(text(objects(told, "complainedRecipients"), "emailAddress"));
    }

    private static Optional<String> text(JsonObject members, String name) {
        return members.getValue(name) instanceof String text && !text.isBlank() ? Optional.of(text) : Optional.empty();
    }

    private static JsonObject object(JsonObject members, String name) {
        return members.getValue(name) instanceof JsonObject object ? object : new JsonObject();
    }

    /** The first object of a list, or an empty one. */
    private static JsonObject objects(JsonObject members, String name) {
        return members.getValue(name) instanceof JsonArray list
                        && !list.isEmpty()
                        && list.getValue(0) instanceof JsonObject object
                ? object
                : new JsonObject();
    }

    private static Optional<String> first(JsonObject members, String name) {
        return members.getValue(name) instanceof JsonArray list
                        && !list.isEmpty()
                        && list.getValue(0) instanceof String text
                ? Optional.of(text)
                : Optional.empty();
    }
}
