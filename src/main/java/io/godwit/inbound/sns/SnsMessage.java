package io.godwit.inbound.sns;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Json;
import io.godwit.inbound.settings.SnsTopic;
import io.godwit.web.JsonBody;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.messagemanager.sns.model.SnsSubscriptionConfirmation;

/**
 * The envelope that SNS posts, with a message in it. Nothing in it is trusted before its signature is checked.
 *
 * @param text the whole envelope, for the signature check
 * @param message the published message
 * @param confirmationUrl the URL that confirms a subscription; otherwise empty
 */
record SnsMessage(
        String text,
        String type,
        String id,
        SnsTopic topic,
        String message,
        Instant at,
        String signatureVersion,
        String certificateUrl,
        String confirmationUrl) {

    static final String NOTIFICATION = "Notification";
    static final String SUBSCRIPTION = "SubscriptionConfirmation";
    static final String UNSUBSCRIPTION = "UnsubscribeConfirmation";

    private static final Pattern ID = Pattern.compile("[0-9A-Za-z-]{1,100}");

    /** Parses an envelope; throws a {@code BAD_REQUEST} for anything else. */
    static SnsMessage of(byte[] body) {
        var text = new String(body, StandardCharsets.UTF_8);
        try {
            return read(text, JsonBody.of(members(text)));
        } catch (Failure mistaken) {
            throw mistaken.issues().isEmpty()
                    ? mistaken
                    : wrong(mistaken.issues().get(0).field());
        }
    }

    /** Reads the members of an envelope; throws a 422 for those that are missing or no texts. */
    static SnsMessage read(String text, JsonBody body) {
        var type = required(body, "Type");
        var id = required(body, "MessageId");
        var topic = required(body, "TopicArn");
        var message = required(body, "Message");
        var at = required(body, "Timestamp");
        var version = optional(body, "SignatureVersion");
        var certificate = optional(body, "SigningCertURL");
        var confirmation = optional(body, "SubscribeURL");
        return body.build(() -> new SnsMessage(
                text,
                type,
                Optional.of(id).filter(known -> ID.matcher(known).matches()).orElseThrow(() -> wrong("MessageId")),
                SnsTopic.of(topic).orElseThrow(() -> wrong("TopicArn")),
                message,
                instant(at),
                version,
                certificate,
                confirmation));
    }

    /** The signed members. A parser that reads the other of two members with one name must not see another message. */
    record Signed(String id, String topic, String message, Instant at, String confirmationUrl) {

        static Signed of(software.amazon.awssdk.messagemanager.sns.model.SnsMessage verified) {
            return new Signed(
                    verified.messageId(),
                    verified.topicArn(),
                    verified.message(),
                    verified.timestamp(),
                    verified instanceof SnsSubscriptionConfirmation confirmation
                            ? String.valueOf(confirmation.subscribeUrl())
                            : "");
        }
    }

    Signed signed() {
        return new Signed(id, topic.arn(), message, at, type.equals(SUBSCRIPTION) ? confirmationUrl : "");
    }

    private static Map<String, @Nullable Object> members(String text) {
        try {
            return Json.readObject(text);
        } catch (IllegalArgumentException notJson) {
            throw Failure.of(Kind.BAD_REQUEST, "The body is no JSON object");
        }
    }

    private static String required(JsonBody body, String name) {
        return body.text(name, 0, Integer.MAX_VALUE);
    }

    private static String optional(JsonBody body, String name) {
        return body.optionalText(name, 0, Integer.MAX_VALUE).orElse("");
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException notATime) {
            throw wrong("Timestamp");
        }
    }

    private static Failure wrong(String name) {
        return Failure.of(Kind.BAD_REQUEST, "The message's " + name + " is missing or wrong");
    }
}
