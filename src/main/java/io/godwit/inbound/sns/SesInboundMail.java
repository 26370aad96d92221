package io.godwit.inbound.sns;

import io.godwit.core.JsonMembers;
import io.godwit.core.SingleLine;
import io.godwit.inbound.processing.DeliveryReport;
import io.godwit.inbound.processing.RawReport;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Parses a notification of SES about a received email. Only the action that publishes to SNS includes the message; with all
 * others the notification has its header alone, and its content is where the receipt rule has stored it.
 */
final class SesInboundMail {

    private static final List<String> VERDICTS = List.of("spam", "virus", "spf", "dkim", "dmarc");

    private static final int MAX_FIELD_LENGTH = 20_000;
    private static final int MAX_NOTE_LENGTH = 500;

    /** Header fields by the member of {@code commonHeaders} that replaces them when the whole header was too long. */
    private static final Map<String, String> FIELD_TO_COMMON = Map.of(
            "From", "from",
            "Reply-To", "replyTo",
            "To", "to",
            "Cc", "cc",
            "Date", "date",
            "Message-ID", "messageId",
            "Subject", "subject");

    private final JsonMembers members;
    private final JsonMembers receipt;
    private final Optional<String> content;

    SesInboundMail(JsonMembers message) {
        this.members = message.object("mail");
        this.receipt = message.object("receipt");
        this.content = message.text("content");
    }

    /** Parses the notification; empty for an email that a rule bounced: its author knows that it was not accepted. */
    Optional<DeliveryReport> received(RawReport raw) {
        return action().equals("Bounce")
                ? Optional.empty()
                : Optional.of(new DeliveryReport.Received(
                        receipt.time("timestamp").orElse(raw.receivedAt()),
                        members.text("source").orElse(""),
                        receipt.texts("recipients").isEmpty()
                                ? members.texts("destination")
                                : receipt.texts("recipients"),
                        content.map(this::decoded).orElseGet(this::head),
                        missing(),
                        verdicts(),
                        List.of(),
                        Optional.empty(),
                        Optional.empty()));
    }

    private String action() {
        return receipt.object("action").text("type").orElse("");
    }

    private Buffer decoded(String text) {
        var base64 = receipt.object("action").text("encoding").filter("BASE64"::equalsIgnoreCase);
        return Buffer.buffer(
                base64.isPresent() ? Base64.getMimeDecoder().decode(text) : text.getBytes(StandardCharsets.UTF_8));
    }

    private Optional<String> missing() {
        return content.isPresent()
                ? Optional.empty()
                : Optional.of(SingleLine.of("The content was not handed to us: " + location(), MAX_NOTE_LENGTH));
    }

    private String location() {
        var action = receipt.object("action");
        return action.text("bucketName")
                .map(bucket -> "Amazon SES keeps it in the bucket " + bucket
                        + action.text("objectKey").map(key -> " as " + key).orElse(""))
                .orElse("the rule of Amazon SES does something else with it (" + action() + ")");
    }

    /** Returns the header without the Content-* fields, and without a body. */
    private Buffer head() {
        var fields = new ArrayList<String>();
        for (var header : members.objects("headers")) {
            header.text("name").filter(SesInboundMail::isOfHead).ifPresent(name -> fields.add(field(name, header)));
        }
        FIELD_TO_COMMON.forEach((name, common) -> {
            if (fields.stream().noneMatch(field -> field.regionMatches(true, 0, name + ":", 0, name.length() + 1))) {
                common(common).ifPresent(value -> fields.add(field(name, value)));
            }
        });
        return Buffer.buffer(String.join("", fields) + "\r\n");
    }

    private static boolean isOfHead(String name) {
        var lower = name.toLowerCase(Locale.ROOT);
        return name.matches("[!-9;-~]{1,100}") && !lower.startsWith("content-") && !lower.equals("mime-version");
    }

    private Optional<String> common(String name) {
        var common = members.object("commonHeaders");
        return common.text(name)
                .or(() -> Optional.of(String.join(", ", common.texts(name))))
                .filter(value -> !value.isEmpty());
    }

    private static String field(String name, JsonMembers header) {
        return field(name, header.text("value").orElse(""));
    }

    /** Writes in UTF-8 (RFC 6532 §3.2): encoded as one text, a name outside ASCII would hide the address beside it. */
    private static String field(String name, String value) {
        return name + ": " + SingleLine.of(value, MAX_FIELD_LENGTH) + "\r\n";
    }

    private Map<String, String> verdicts() {
        return VERDICTS.stream()
                .flatMap(name ->
                        receipt.object(name + "Verdict").text("status").stream().map(status -> Map.entry(name, status)))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
