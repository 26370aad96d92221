package io.godwit.core;

import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Writes and reads the Message-ID of an email (RFC 5322 §3.6.4): {@code <email-id>.<project-id>.<signature>@<sending domain>},
 * the same in every copy. The signature is the first 16 bytes of an HMAC-SHA256 over both ids, 26 digits to the base of 32 in
 * lower case, so that the Message-ID of an unseen email cannot be made up. A reader of the email can repeat it: it is no proof
 * of a statement about the email. Email sent before 2026-11 has ids without a signature,
 * {@code <email-id>.<project-id>@<sending domain>}.
 */
public final class MessageIdCodec {

    private static final int HMAC_BYTES = 16;
    private static final String UUID_TEXT = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
    private static final Pattern FORM = Pattern.compile(
            "(" + UUID_TEXT + ")\\.(" + UUID_TEXT + ")(?:\\.([0-9a-v]{26}))?@", Pattern.CASE_INSENSITIVE);
    private static final String PURPOSE = "messageid";

    private final Crypto crypto;
    private final VerpCodec verp;

    public MessageIdCodec(Crypto crypto) {
        this.crypto = crypto;
        this.verp = new VerpCodec(crypto);
    }

    /** The ids in the Message-ID of an email. */
    public record ParsedMessageId(ProjectId project, EmailId email) {}

    /** Writes a Message-ID without angle brackets. */
    public String write(ProjectId project, EmailId email, String domain) {
        return email + "." + project + "." + Base32Number.write(signature(project, email)) + "@" + domain;
    }

    /** The value of the header field {@link VerpCodec#HEADER} of the same email. */
    public String token(ProjectId project, EmailId email) {
        return verp.token(project, email);
    }

    /** Reads the first id of that form in a text, signed or not; proves nothing. */
    public static Optional<ParsedMessageId> parseFirst(String text) {
        var found = FORM.matcher(text);
        return found.find()
                ? Ids.parse(found.group(1)).flatMap(email -> Ids.parse(found.group(2))
                        .map(project -> new ParsedMessageId(new ProjectId(project), new EmailId(email))))
                : Optional.empty();
    }

    /** Reads the first id of that form in a text; empty when that one does not carry our signature. */
    public Optional<ParsedMessageId> read(String text) {
        var found = FORM.matcher(text);
        return found.find() && found.group(3) != null
                ? parseFirst(found.group()).filter(parsed -> isSigned(parsed, found.group(3)))
                : Optional.empty();
    }

    private boolean isSigned(ParsedMessageId parsed, String digits) {
        return Base32Number.read(digits.toLowerCase(Locale.ROOT), HMAC_BYTES)
                .filter(signature -> crypto.verify(PURPOSE, body(parsed.project(), parsed.email()), signature))
                .isPresent();
    }

    private byte[] signature(ProjectId project, EmailId email) {
        return Arrays.copyOf(crypto.sign(PURPOSE, body(project, email)), HMAC_BYTES);
    }

    private static byte[] body(ProjectId project, EmailId email) {
        return ByteBuffer.allocate(4 * Long.BYTES)
                .putLong(email.value().getMostSignificantBits())
                .putLong(email.value().getLeastSignificantBits())
                .putLong(project.value().getMostSignificantBits())
                .putLong(project.value().getLeastSignificantBits())
                .array();
    }
}
