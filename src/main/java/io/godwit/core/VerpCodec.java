package io.godwit.core;

import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Writes and reads the return path of an email, one for each email: {@code bounces+<token>@host} (VERP). Some servers change the
 * case of a local part in transit, so the token is digits to the base of 32 in lower case: the email's id (16 bytes), the last 3
 * bytes of the project's and the first 16 of an HMAC-SHA256 over both; 56 characters, so that the local part has the 64 octets
 * it may have (RFC 5321 §4.5.3.1.1). The return path lives for ever in sent email, so its form is fixed.
 */
public final class VerpCodec {

    /** The header field of every email of ours that holds the token, for reports that come to another address. */
    public static final String HEADER = "X-Godwit-Token";

    private static final String PREFIX = "bounces+";
    private static final int TAIL_BYTES = 3;
    private static final int BODY_BYTES = 16 + TAIL_BYTES;
    private static final int HMAC_BYTES = 16;
    private static final int CHARACTERS = (BODY_BYTES + HMAC_BYTES) * Byte.SIZE / 5;
    private static final Pattern TOKEN = Pattern.compile("[0-9a-v]{" + CHARACTERS + "}");
    private static final String PURPOSE = "returnpath";

    private final Crypto crypto;

    public VerpCodec(Crypto crypto) {
        this.crypto = crypto;
    }

    /**
     * The content of a return path.
     *
     * @param projectTail the last six hexadecimal digits of the project's id
     */
    public record VerpTarget(EmailId email, String projectTail) {}

    /** The return path at this host, whose email has to be delivered to this server. */
    public EmailAddress write(ProjectId project, EmailId email, String host) {
        return new EmailAddress(PREFIX + token(project, email) + "@" + host);
    }

    /** The token of a return path, {@value #CHARACTERS} characters. */
    public String token(ProjectId project, EmailId email) {
        var tail = ByteBuffer.allocate(16).putLong(0).putLong(project.value().getLeastSignificantBits());
        var body = ByteBuffer.allocate(BODY_BYTES)
                .putLong(email.value().getMostSignificantBits())
                .putLong(email.value().getLeastSignificantBits())
                .put(tail.array(), 16 - TAIL_BYTES, TAIL_BYTES)
                .array();
        var token = Arrays.copyOf(body, BODY_BYTES + HMAC_BYTES);
        System.arraycopy(crypto.sign(PURPOSE, body), 0, token, BODY_BYTES, HMAC_BYTES);
        return Base32Number.write(token);
    }

    /** Empty for any address but a return path of ours, at any host. */
    public Optional<VerpTarget> read(String address) {
        var at = address.lastIndexOf('@');
        var local = address.substring(0, Math.max(0, at)).toLowerCase(Locale.ROOT);
        return local.startsWith(PREFIX) ? readToken(local.substring(PREFIX.length())) : Optional.empty();
    }

    /** Empty for any text but a token of ours. */
    public Optional<VerpTarget> readToken(String text) {
        var digits = text.toLowerCase(Locale.ROOT);
        if (!TOKEN.matcher(digits).matches()) {
            return Optional.empty();
        }
        return Base32Number.read(digits, BODY_BYTES + HMAC_BYTES)
                .filter(token -> crypto.verify(
                        PURPOSE, Arrays.copyOf(token, BODY_BYTES), Arrays.copyOfRange(token, BODY_BYTES, token.length)))
                .map(token -> target(Arrays.copyOf(token, BODY_BYTES)));
    }

    private static VerpTarget target(byte[] body) {
        var ids = ByteBuffer.wrap(body);
        var email = new EmailId(new UUID(ids.getLong(), ids.getLong()));
        return new VerpTarget(email, HexFormat.of().formatHex(body, 16, BODY_BYTES));
    }
}
