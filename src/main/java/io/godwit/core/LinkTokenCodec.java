package io.godwit.core;

import io.godwit.core.id.ContactId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;

/**
 * Writes and reads the tokens of the links by which a contact manages its subscription. Tokens live for ever in sent email, so
 * their form is fixed: base64url without padding of key id (1 byte), kind (1), project, contact and email (16 each) and the first
 * 16 bytes of an HMAC-SHA256 over all of that and, for a click, the address in UTF-8; 88 characters. Nothing in a token is
 * secret. Tracking links and pictures of email sent before 2026-11-23 have this form too; {@link TrackingTokenCodec} writes
 * theirs since.
 */
public final class LinkTokenCodec {

    private static final byte KEY_ID = 1;
    private static final int BODY_BYTES = 2 + 3 * 16;
    private static final int HMAC_BYTES = 16;
    private static final String PURPOSE = "link";

    private final Crypto crypto;

    public LinkTokenCodec(Crypto crypto) {
        this.crypto = crypto;
    }

    /** The purpose of a link; a token for one purpose is valid for no other. The codes are part of the form. */
    public enum Kind {
        UNSUBSCRIBE(1),
        SUBSCRIBE(2),
        MANAGE(3),
        /** The recipient has opened the email. */
        OPEN(4),
        /** The recipient has followed a link; the link's target address is part of the signed bytes. */
        CLICK(5);

        private final byte code;

        Kind(int code) {
            this.code = (byte) code;
        }

        byte code() {
            return code;
        }
    }

    /** The content of a token: this contact, by way of this email. */
    public record Link(ProjectId project, ContactId contact, EmailId email) {}

    public String write(Kind kind, Link link) {
        var body = ByteBuffer.allocate(BODY_BYTES).put(KEY_ID).put(kind.code);
        put(body, link.project().value());
        put(body, link.contact().value());
        put(body, link.email().value());
        var token = Arrays.copyOf(body.array(), BODY_BYTES + HMAC_BYTES);
        System.arraycopy(crypto.sign(PURPOSE, body.array()), 0, token, BODY_BYTES, HMAC_BYTES);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(token);
    }

    /** Empty for anything but a token of ours of this kind. */
    public Optional<Link> read(Kind kind, String token) {
        return read(kind, token, "");
    }

    /**
     * Reads a token that is valid for this target address only.
     *
     * @param target target address of a {@link Kind#CLICK}; empty for all others
     */
    Optional<Link> read(Kind kind, String token, String target) {
        try {
            var bytes = Base64.getUrlDecoder().decode(token);
            return isAuthentic(kind, bytes, target)
                    ? Optional.of(link(ByteBuffer.wrap(bytes, 2, BODY_BYTES - 2)))
                    : Optional.empty();
        } catch (IllegalArgumentException notAToken) {
            return Optional.empty();
        }
    }

    private boolean isAuthentic(Kind kind, byte[] token, String target) {
        return token.length == BODY_BYTES + HMAC_BYTES
                && token[0] == KEY_ID
                && token[1] == kind.code
                && crypto.verify(
                        PURPOSE,
                        signed(Arrays.copyOf(token, BODY_BYTES), target),
                        Arrays.copyOfRange(token, BODY_BYTES, token.length));
    }

    private static byte[] signed(byte[] body, String target) {
        var address = target.getBytes(StandardCharsets.UTF_8);
        var all = Arrays.copyOf(body, body.length + address.length);
        System.arraycopy(address, 0, all, body.length, address.length);
        return all;
    }

    private static Link link(ByteBuffer ids) {
        return new Link(new ProjectId(id(ids)), new ContactId(id(ids)), new EmailId(id(ids)));
    }

    private static UUID id(ByteBuffer ids) {
        return new UUID(ids.getLong(), ids.getLong());
    }

    private static void put(ByteBuffer body, UUID id) {
        body.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
    }
}
