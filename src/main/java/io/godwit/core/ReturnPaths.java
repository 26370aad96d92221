package io.godwit.core;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The address a mail's failure comes back to, one for each mail: {@code bounces+<token>@host} (VERP). Some servers change the
 * case of a local part on its way, so the token is digits to the base of 32 in lower case: the email's id (16 bytes), the last 3
 * bytes of the project's and the first 16 of an HMAC-SHA256 over both; 56 characters, so that the local part has the 64 octets
 * it may have (RFC 5321 §4.5.3.1.1). It lives for ever in sent mail, so its form is fixed.
 */
public final class ReturnPaths {

    private static final String PREFIX = "bounces+";
    private static final int TAIL_BYTES = 3;
    private static final int BODY_BYTES = 16 + TAIL_BYTES;
    private static final int HMAC_BYTES = 16;
    private static final int CHARACTERS = (BODY_BYTES + HMAC_BYTES) * Byte.SIZE / 5;
    private static final Pattern TOKEN = Pattern.compile("[0-9a-v]{" + CHARACTERS + "}");
    private static final String PURPOSE = "returnpath";

    private final Vault vault;

    public ReturnPaths(Vault vault) {
        this.vault = vault;
    }

    /**
     * What an address of ours says.
     *
     * @param projectTail the last six hexadecimal digits of the project's id
     */
    public record Way(EmailId email, String projectTail) {}

    /** The address at this host, which must be one whose mail comes to us. */
    public EmailAddress write(ProjectId project, EmailId email, String host) {
        var tail = ByteBuffer.allocate(16).putLong(0).putLong(project.value().getLeastSignificantBits());
        var body = ByteBuffer.allocate(BODY_BYTES)
                .putLong(email.value().getMostSignificantBits())
                .putLong(email.value().getLeastSignificantBits())
                .put(tail.array(), 16 - TAIL_BYTES, TAIL_BYTES)
                .array();
        var token = Arrays.copyOf(body, BODY_BYTES + HMAC_BYTES);
        System.arraycopy(vault.sign(PURPOSE, body), 0, token, BODY_BYTES, HMAC_BYTES);
        var digits = new BigInteger(1, token).toString(32);
        return new EmailAddress(PREFIX + "0".repeat(CHARACTERS - digits.length()) + digits + "@" + host);
    }

    /** Empty for any address but one of ours; whatever its host. */
    public Optional<Way> read(String address) {
        var at = address.lastIndexOf('@');
        var local = address.substring(0, Math.max(0, at)).toLowerCase(Locale.ROOT);
        if (!local.startsWith(PREFIX)
                || !TOKEN.matcher(local).region(PREFIX.length(), local.length()).matches()) {
            return Optional.empty();
        }
        var token = bytes(new BigInteger(local.substring(PREFIX.length()), 32));
        var body = Arrays.copyOf(token, BODY_BYTES);
        return vault.verify(PURPOSE, body, Arrays.copyOfRange(token, BODY_BYTES, token.length))
                ? Optional.of(way(body))
                : Optional.empty();
    }

    private static byte[] bytes(BigInteger number) {
        var bytes = new byte[BODY_BYTES + HMAC_BYTES];
        var digits = number.toByteArray();
        var length = Math.min(digits.length, bytes.length);
        System.arraycopy(digits, digits.length - length, bytes, bytes.length - length, length);
        return bytes;
    }

    private static Way way(byte[] body) {
        var ids = ByteBuffer.wrap(body);
        var email = new EmailId(new UUID(ids.getLong(), ids.getLong()));
        return new Way(email, HexFormat.of().formatHex(body, 16, BODY_BYTES));
    }
}
