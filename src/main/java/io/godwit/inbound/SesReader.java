package io.godwit.inbound;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.JsonMembers;
import io.godwit.inbound.Report.Bounce;
import io.godwit.inbound.Report.Bounce.Cause;
import io.godwit.inbound.Report.Evidence;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads what Amazon SES tells by way of SNS: the notifications of an identity and the events of a configuration set, which differ
 * in the name of the member that says what it is.
 */
final class SesReader implements ReportReader {

    /** Of its rows. */
    static final String PROVIDER = "sns";

    /** What SES calls permanent although it is about us, the relay or the way there (RFC 3463 §3). */
    private static final Set<String> NOT_THE_ADDRESS = Set.of("5.3", "5.4", "5.7");

    /** What kind of message it is; throws a {@code BAD_REQUEST} for one that is not about a mail. */
    static String kind(String message) {
        try {
            var members = JsonMembers.read(message);
            if (members.object("mail").text("messageId").isEmpty()) {
                throw Failure.of(Kind.BAD_REQUEST, "The message names no mail");
            }
            return kind(members);
        } catch (IllegalArgumentException notJson) {
            throw Failure.of(Kind.BAD_REQUEST, "The message is no JSON object");
        }
    }

    private static String kind(JsonMembers message) {
        return message.text("eventType")
                .or(() -> message.text("notificationType"))
                .orElse("Unknown");
    }

    @Override
    public List<Report> read(RawReport raw) {
        var envelope = JsonMembers.read(raw.raw().toString());
        if (!envelope.text("Type").equals(Optional.of(SnsMessage.NOTIFICATION))) {
            return List.of();
        }
        var message = JsonMembers.read(envelope.text("Message").orElse("{}"));
        return read(raw, message).map(List::of).orElseGet(List::of);
    }

    private static Optional<Report> read(RawReport raw, JsonMembers message) {
        var mail = reference(message.object("mail"));
        return switch (kind(message)) {
            case "Bounce" -> Optional.of(bounce(mail, message.object("bounce"), raw));
            case "Complaint" -> complaint(mail, message.object("complaint"), raw);
            case "Delivery" -> Optional.of(new Report.Delivery(mail, at(message.object("delivery"), raw)));
            case "DeliveryDelay" -> Optional.of(delay(mail, message.object("deliveryDelay"), raw));
            case "Open" -> Optional.of(open(mail, message.object("open"), raw));
            case "Click" -> Optional.of(click(mail, message.object("click"), raw));
            case "Subscription" -> subscription(mail, message.object("subscription"), raw);
            case "Reject" -> Optional.of(refusal(mail, message.object("reject").text("reason"), raw));
            case "Rendering Failure" ->
                Optional.of(refusal(mail, message.object("failure").text("errorMessage"), raw));
            case "Received" -> new SesLetter(message).received(raw);
            default -> Optional.empty();
        };
    }

    /** SES gives mail a Message-ID of its own; ours is left among the headers, and in MAIL FROM. */
    private static Reference reference(JsonMembers mail) {
        var reference = Reference.NONE;
        var ids = mail.objects("headers").stream()
                .filter(header -> header.text("name").orElse("").equalsIgnoreCase("Message-ID"))
                .flatMap(header -> header.text("value").stream())
                .findFirst()
                .or(() -> mail.object("commonHeaders").text("messageId"));
        if (ids.isPresent()) {
            reference = reference.withMessageId(ids.get());
        }
        if (mail.text("source").isPresent()) {
            reference = reference.withReturnPath(mail.text("source").get());
        }
        return mail.text("messageId").map(reference::withProviderId).orElse(reference);
    }

    private static Instant at(JsonMembers members, RawReport raw) {
        return members.time("timestamp").orElse(raw.receivedAt());
    }

    private static Bounce bounce(Reference mail, JsonMembers bounce, RawReport raw) {
        var recipient = bounce.objects("bouncedRecipients").stream().findFirst().orElse(new JsonMembers(Map.of()));
        var type = bounce.text("bounceType").orElse("Undetermined");
        var subtype = bounce.text("bounceSubType").orElse("");
        var status = recipient.text("status");
        var line = recipient.text("diagnosticCode").orElse(type + " " + subtype);
        return new Bounce(mail, at(bounce, raw), cause(type, subtype, status), new Evidence(code(line), status, line));
    }

    private static Cause cause(String type, String subtype, Optional<String> status) {
        return switch (type) {
            case "Permanent" ->
                subtype.equals("General")
                                && status.filter(
                                                text -> NOT_THE_ADDRESS.stream().anyMatch(text::startsWith))
                                        .isPresent()
                        ? Cause.BLOCK
                        : Cause.HARD;
            case "Transient" -> Cause.SOFT;
            default -> Cause.UNKNOWN;
        };
    }

    /** Of a line such as {@code smtp; 550 5.1.1 user unknown}. */
    private static Optional<Integer> code(String line) {
        var found =
                java.util.regex.Pattern.compile("(?:^|;|\\s)([245]\\d\\d)[ -]").matcher(line);
        return found.find() ? Optional.of(Integer.valueOf(found.group(1))) : Optional.empty();
    }

    private static Optional<Report> complaint(Reference mail, JsonMembers complaint, RawReport raw) {
        var kind = complaint
                .text("complaintFeedbackType")
                .or(() -> complaint.text("complaintSubType"))
                .orElse("abuse");
        return kind.equals("not-spam")
                ? Optional.empty()
                : Optional.of(new Report.Complaint(mail, at(complaint, raw), kind));
    }

    private static Report delay(Reference mail, JsonMembers delay, RawReport raw) {
        var recipient = delay.objects("delayedRecipients").stream().findFirst().orElse(new JsonMembers(Map.of()));
        var line = recipient
                .text("diagnosticCode")
                .or(() -> delay.text("delayType"))
                .orElse("");
        return new Report.Delay(mail, at(delay, raw), new Evidence(code(line), recipient.text("status"), line));
    }

    private static Report open(Reference mail, JsonMembers open, RawReport raw) {
        return new Report.Open(mail, at(open, raw), open.text("userAgent"));
    }

    private static Report click(Reference mail, JsonMembers click, RawReport raw) {
        return new Report.Click(mail, at(click, raw), click.text("link").orElse(""), click.text("userAgent"));
    }

    /** Who leaves some topics of a list at SES has not left us. */
    private static Optional<Report> subscription(Reference mail, JsonMembers subscription, RawReport raw) {
        return subscription.object("newTopicPreferences").flag("unsubscribeAll")
                ? Optional.of(new Report.Unsubscription(mail, at(subscription, raw)))
                : Optional.empty();
    }

    private static Report refusal(Reference mail, Optional<String> reason, RawReport raw) {
        return new Report.Refusal(
                mail, raw.receivedAt(), "Amazon SES would not send it: " + reason.orElse("no reason was given"));
    }
}
