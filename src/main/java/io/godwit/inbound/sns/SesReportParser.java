package io.godwit.inbound.sns;

import io.godwit.bounces.BounceClassifier;
import io.godwit.bounces.BounceVerdict;
import io.godwit.bounces.ClassifiedRefusal;
import io.godwit.bounces.FailedRecipients;
import io.godwit.bounces.RefusalClass;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.JsonMembers;
import io.godwit.inbound.processing.DeliveryReport;
import io.godwit.inbound.processing.DeliveryReport.Bounce;
import io.godwit.inbound.processing.DeliveryReport.Bounce.Cause;
import io.godwit.inbound.processing.DeliveryReport.Evidence;
import io.godwit.inbound.processing.EmailIdentifiers;
import io.godwit.inbound.processing.RawReport;
import io.godwit.inbound.processing.ReportParser;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Parses the reports of Amazon SES that come through SNS: the notifications of an identity and the events of a configuration
 * set, which differ in the name of the member that holds the type.
 */
public final class SesReportParser implements ReportParser {

    /** The provider name of its rows. */
    public static final String PROVIDER = "sns";

    /** Sub-types for addresses SES did not email because they are on a list of its own: their text is SES's own as well. */
    private static final Set<String> OWN_LIST = Set.of("Suppressed", "OnAccountSuppressionList");

    /** The sub-type of a transient bounce for a full mailbox. */
    private static final String FULL_MAILBOX = "MailboxFull";

    /** Codes that SES calls permanent although they are about us, the relay or the network (RFC 3463 §3). */
    private static final Set<String> NOT_THE_ADDRESS = Set.of("5.3", "5.4", "5.7");

    /** Returns the type of a message; throws a {@code BAD_REQUEST} for one that is not about an email. */
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
    public List<DeliveryReport> read(RawReport raw) {
        var envelope = JsonMembers.read(raw.raw().toString());
        if (!envelope.text("Type").equals(Optional.of(SnsMessage.NOTIFICATION))) {
            return List.of();
        }
        var message = JsonMembers.read(envelope.text("Message").orElse("{}"));
        return read(raw, message).map(List::of).orElseGet(List::of);
    }

    private static Optional<DeliveryReport> read(RawReport raw, JsonMembers message) {
        var identifiers = reference(message.object("mail"));
        return switch (kind(message)) {
            case "Bounce" -> Optional.of(bounce(identifiers, message.object("bounce"), raw));
            case "Complaint" -> complaint(identifiers, message.object("complaint"), raw);
            case "Delivery" ->
                Optional.of(new DeliveryReport.Delivery(identifiers, at(message.object("delivery"), raw)));
            case "DeliveryDelay" -> Optional.of(delay(identifiers, message.object("deliveryDelay"), raw));
            case "Open" -> Optional.of(open(identifiers, message.object("open"), raw));
            case "Click" -> Optional.of(click(identifiers, message.object("click"), raw));
            case "Subscription" -> subscription(identifiers, message.object("subscription"), raw);
            case "Reject" ->
                Optional.of(refusal(identifiers, message.object("reject").text("reason"), raw));
            case "Rendering Failure" ->
                Optional.of(refusal(identifiers, message.object("failure").text("errorMessage"), raw));
            case "Received" -> new SesInboundMail(message).received(raw);
            default -> Optional.empty();
        };
    }

    /**
     * Returns the identifiers of the email. SES gives emails a Message-ID of its own; ours is found among the headers, and in
     * MAIL FROM.
     */
    private static EmailIdentifiers reference(JsonMembers members) {
        var identifiers = EmailIdentifiers.NONE;
        var ids = members.objects("headers").stream()
                .filter(header -> header.text("name").orElse("").equalsIgnoreCase("Message-ID"))
                .flatMap(header -> header.text("value").stream())
                .findFirst()
                .or(() -> members.object("commonHeaders").text("messageId"));
        if (ids.isPresent()) {
            identifiers = identifiers.withMessageId(ids.get());
        }
        if (members.text("source").isPresent()) {
            identifiers = identifiers.withReturnPath(members.text("source").get());
        }
        return members.text("messageId").map(identifiers::withProviderId).orElse(identifiers);
    }

    private static Instant at(JsonMembers members, RawReport raw) {
        return members.time("timestamp").orElse(raw.receivedAt());
    }

    /**
     * Returns the bounce. The receiver's reply decides; SES's own classification only without a reply, or where it is more
     * careful.
     */
    private static Bounce bounce(EmailIdentifiers identifiers, JsonMembers bounce, RawReport raw) {
        var recipient = bounce.objects("bouncedRecipients").stream().findFirst().orElse(new JsonMembers(Map.of()));
        var type = bounce.text("bounceType").orElse("Undetermined");
        var subtype = bounce.text("bounceSubType").orElse("");
        var diagnosis = recipient.text("diagnosticCode").filter(ignored -> !OWN_LIST.contains(subtype));
        var status = recipient.text("status");
        var line = recipient.text("diagnosticCode").orElse(type + " " + subtype);
        var at = at(bounce, raw);
        return diagnosis
                .map(diagnosticText ->
                        bounce(identifiers, at, type, BounceClassifier.classifyDiagnosis(status, diagnosticText)))
                .orElseGet(() -> unexplained(
                        identifiers, at, cause(type, status), subtype, new Evidence(Optional.empty(), status, line)))
                .withRecipients(FailedRecipients.first(recipient.text("emailAddress").stream()));
    }

    private static Bounce unexplained(
            EmailIdentifiers identifiers, Instant at, Cause cause, String subtype, Evidence evidence) {
        return cause == Cause.SOFT && subtype.equals(FULL_MAILBOX)
                ? new Bounce(
                        identifiers,
                        at,
                        cause,
                        evidence,
                        ClassifiedRefusal.Evidence.SEVERAL_IN_A_ROW,
                        Optional.empty(),
                        FailedRecipients.UNNAMED)
                : new Bounce(identifiers, at, cause, evidence);
    }

    private static Bounce bounce(EmailIdentifiers identifiers, Instant at, String type, BounceVerdict verdict) {
        var bounce = Bounce.of(identifiers, at, verdict);
        var isUnclear = verdict.refusal()
                .map(ClassifiedRefusal::kind)
                .filter(RefusalClass.UNKNOWN::equals)
                .isPresent();
        return switch (type) {
            case "Transient" ->
                bounce.cause() == Cause.HARD || isUnclear
                        ? new Bounce(identifiers, at, Cause.SOFT, bounce.reply())
                        : bounce;
            case "Permanent" -> isUnclear ? new Bounce(identifiers, at, Cause.BLOCK, bounce.reply()) : bounce;
            default -> isUnclear ? new Bounce(identifiers, at, Cause.UNKNOWN, bounce.reply()) : bounce;
        };
    }

    /** Returns the cause of a bounce without a reply of the receiver. */
    private static Cause cause(String type, Optional<String> status) {
        return switch (type) {
            case "Permanent" ->
                status.filter(text -> NOT_THE_ADDRESS.stream().anyMatch(text::startsWith))
                                .isPresent()
                        ? Cause.BLOCK
                        : Cause.HARD;
            case "Transient" -> Cause.SOFT;
            default -> Cause.UNKNOWN;
        };
    }

    private static Optional<DeliveryReport> complaint(
            EmailIdentifiers identifiers, JsonMembers complaint, RawReport raw) {
        var kind = complaint
                .text("complaintFeedbackType")
                .or(() -> complaint.text("complaintSubType"))
                .orElse("abuse");
        return kind.equals("not-spam")
                ? Optional.empty()
                : Optional.of(new DeliveryReport.Complaint(identifiers, at(complaint, raw), kind));
    }

    private static DeliveryReport delay(EmailIdentifiers identifiers, JsonMembers delay, RawReport raw) {
        var recipient = delay.objects("delayedRecipients").stream().findFirst().orElse(new JsonMembers(Map.of()));
        var line = recipient
                .text("diagnosticCode")
                .or(() -> delay.text("delayType"))
                .orElse("");
        return new DeliveryReport.Delay(identifiers, at(delay, raw), evidence(recipient.text("status"), line));
    }

    private static Evidence evidence(Optional<String> status, String line) {
        return new Evidence(BounceClassifier.classifyDiagnosis(status, line).code(), status, line);
    }

    private static DeliveryReport open(EmailIdentifiers identifiers, JsonMembers open, RawReport raw) {
        return new DeliveryReport.Open(identifiers, at(open, raw), open.text("userAgent"));
    }

    private static DeliveryReport click(EmailIdentifiers identifiers, JsonMembers click, RawReport raw) {
        return new DeliveryReport.Click(
                identifiers, at(click, raw), click.text("link").orElse(""), click.text("userAgent"));
    }

    /** Returns the unsubscription; leaving some topics of a list at SES is none. */
    private static Optional<DeliveryReport> subscription(
            EmailIdentifiers identifiers, JsonMembers subscription, RawReport raw) {
        return subscription.object("newTopicPreferences").flag("unsubscribeAll")
                ? Optional.of(new DeliveryReport.Unsubscription(identifiers, at(subscription, raw)))
                : Optional.empty();
    }

    private static DeliveryReport refusal(EmailIdentifiers identifiers, Optional<String> reason, RawReport raw) {
        return new DeliveryReport.Refusal(
                identifiers, raw.receivedAt(), "Amazon SES would not send it: " + reason.orElse("no reason was given"));
    }
}
