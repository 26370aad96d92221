package io.godwit.bounces;

import io.godwit.bounces.BounceVerdict.Kind;
import io.godwit.core.JsonMembers;
import java.util.Map;
import java.util.Optional;

/** Parses Amazon SES's notifications of bounces and complaints that SNS sends by email: JSON in the text of the message. */
final class SesNotification {

    private static final String SENDER = "no-reply@sns.amazonaws.com";

    private static final JsonMembers NOTHING = new JsonMembers(Map.of());

    private SesNotification() {}

    static Optional<BounceVerdict> read(BounceMessage message) {
        var from = message.head().first("From").flatMap(AddressExtractor::typed).orElse("");
        return from.equalsIgnoreCase(SENDER)
                ? json(message.words()).flatMap(SesNotification::verdict)
                : Optional.empty();
    }

    /**
     * Returns the first JSON object of the text, out of SNS's own envelope where it has one; the text after it says how to
     * unsubscribe.
     */
    private static Optional<JsonMembers> json(String text) {
        var begin = text.indexOf('{');
        var end = text.lastIndexOf('}');
        try {
            var members = begin < 0 || end < begin ? NOTHING : JsonMembers.read(text.substring(begin, end + 1));
            return Optional.of(members.text("Message").map(JsonMembers::read).orElse(members));
        } catch (IllegalArgumentException notJson) {
            return Optional.empty();
        }
    }

    private static Optional<BounceVerdict> verdict(JsonMembers event) {
        return switch (event.text("eventType")
                .or(() -> event.text("notificationType"))
                .orElse("")) {
            case "Bounce" -> Optional.of(bounced(event.object("bounce")));
            case "DeliveryDelay" ->
                Optional.of(refused(event.object("deliveryDelay"), "delayedRecipients", "delayType")
                        .as(Kind.DELAYED));
            case "Complaint" -> Optional.of(complaint(event.object("complaint")));
            case "Delivery" ->
                Optional.of(BounceVerdict.reported(Kind.DELIVERED, "Delivery")
                        .about(event.object("delivery").texts("recipients").stream()
                                .findFirst()));
            default -> Optional.empty();
        };
    }

    /** Returns the verdict of the reply, or of SES where it is more careful: it has seen more of the address than one reply. */
    private static BounceVerdict bounced(JsonMembers bounce) {
        var verdict = refused(bounce, "bouncedRecipients", "bounceSubType");
        var isTransient = bounce.text("bounceType").filter("Transient"::equals).isPresent();
        return isTransient && verdict.kind() == Kind.HARD ? verdict.asPassing() : verdict;
    }

    private static BounceVerdict refused(JsonMembers members, String recipients, String type) {
        var recipient = first(members, recipients);
        var line = recipient.text("diagnosticCode").or(() -> members.text(type)).orElse("No reason was given");
        return BounceClassifier.classifyDiagnosis(recipient.text("status"), line)
                .about(recipient.text("emailAddress"), FailedRecipients.first(recipient.text("emailAddress").stream()));
    }

    private static BounceVerdict complaint(JsonMembers members) {
        var type = members.text("complaintFeedbackType").orElse("abuse");
        return BounceVerdict.reported(type.equals("not-spam") ? Kind.NONE : Kind.COMPLAINT, "Feedback-Type: " + type)
                .about(first(members, "complainedRecipients").text("emailAddress"));
    }

    private static JsonMembers first(JsonMembers members, String name) {
        return members.objects(name).stream().findFirst().orElse(NOTHING);
    }
}
