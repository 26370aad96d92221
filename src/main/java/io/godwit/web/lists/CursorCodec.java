package io.godwit.web.lists;

import io.godwit.core.Failure;
import io.godwit.core.id.ProjectId;
import io.godwit.web.Query;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Writes and reads the cursors of lists. A cursor names the row after which the next page begins and is signed, so that a cursor
 * of another endpoint, project, filter or order, a truncated or an invented one is a 422 and never shows other rows. Cursors do not
 * expire.
 */
public final class CursorCodec {

    private static final int SEAL = 12;
    private static final int ID = 16;
    private static final int MAX_LENGTH = 1024;

    private final SecretKeySpec key;

    /**
     * Seals with this key.
     *
     * @param key at least 32 bytes, the same on every node
     */
    public CursorCodec(byte[] key) {
        this.key = new SecretKeySpec(key, "HmacSHA256");
    }

    /** The last row of a page. */
    public record Position(String sortKey, UUID id) {

        /** The sort key as an instant; throws a 422 for another one. */
        public OffsetDateTime time() {
            try {
                return Instant.parse(sortKey).atOffset(ZoneOffset.UTC);
            } catch (DateTimeException invalid) {
                throw unknown();
            }
        }

        /** The sort key as a whole number; throws a 422 for another one. */
        public long number() {
            try {
                return Long.parseLong(sortKey);
            } catch (NumberFormatException invalid) {
                throw unknown();
            }
        }
    }

    /**
     * Returns the cursors of a list with the filters and the order of a query.
     *
     * @param endpoint the route's path, such as {@code /emails}
     */
    public Listing listing(String endpoint, ProjectId project, Query query) {
        return new Listing(this, endpoint, query.filters(), project);
    }

    public String write(String endpoint, String filters, ProjectId project, Position last) {
        var text = last.sortKey().getBytes(StandardCharsets.UTF_8);
        var position = ByteBuffer.allocate(ID + text.length);
        put(position, last.id()).put(text);
        var sealed = ByteBuffer.allocate(SEAL + position.capacity())
                .put(seal(endpoint, filters, project, position.array()))
                .put(position.array());
        return encode(sealed.array());
    }

    private static boolean isEncoded(byte[] sealed, String cursor) {
        return MessageDigest.isEqual(
                encode(sealed).getBytes(StandardCharsets.UTF_8), cursor.getBytes(StandardCharsets.UTF_8));
    }

    private static String encode(byte[] sealed) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(sealed);
    }

    /** Throws a 422 for anything but what {@link #write} made of the same endpoint, filters and project. */
    public Position read(String endpoint, String filters, ProjectId project, String cursor) {
        var sealed = decode(cursor);
        var position = Arrays.copyOfRange(sealed, SEAL, sealed.length);
        if (!MessageDigest.isEqual(Arrays.copyOf(sealed, SEAL), seal(endpoint, filters, project, position))) {
            throw unknown();
        }
        var bytes = ByteBuffer.wrap(position);
        var id = new UUID(bytes.getLong(), bytes.getLong());
        return new Position(StandardCharsets.UTF_8.decode(bytes).toString(), id);
    }

    /** The decoder ignores padding and the spare bits of the last character, so several texts would be one cursor. */
    private static byte[] decode(String cursor) {
        try {
            var sealed = cursor.length() > MAX_LENGTH
                    ? new byte[0]
                    : Base64.getUrlDecoder().decode(cursor);
            if (sealed.length >= SEAL + ID && isEncoded(sealed, cursor)) {
                return sealed;
            }
        } catch (IllegalArgumentException notBase64) {
            throw unknown();
        }
        throw unknown();
    }

    private static Failure unknown() {
        return Failure.invalid(
                "cursor", "invalid_string", "Invalid cursor; it goes on with the same list, filters and order only");
    }

    private byte[] seal(String endpoint, String filters, ProjectId project, byte[] position) {
        try {
            var mac = Mac.getInstance(key.getAlgorithm());
            mac.init(key);
            for (var text : List.of(endpoint, filters)) {
                var bytes = text.getBytes(StandardCharsets.UTF_8);
                mac.update(
                        ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
                mac.update(bytes);
            }
            mac.update(put(ByteBuffer.allocate(ID), project.value()).array());
            return Arrays.copyOf(mac.doFinal(position), SEAL);
        } catch (NoSuchAlgorithmException | InvalidKeyException impossible) {
            throw new IllegalStateException("Every JDK has HmacSHA256", impossible);
        }
    }

    private static ByteBuffer put(ByteBuffer bytes, UUID id) {
        return bytes.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
    }
}
