package io.godwit.core;

import io.godwit.core.LinkTokenCodec.Kind;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/**
 * Writes and reads the tokens of tracked links and of the open picture. Tokens live for ever in sent email, so their form is
 * fixed: base64url without padding of version (1 byte), project and email (16 each) and a tag (16); {@value #CHARACTERS}
 * characters, of which the first {@value #HEAD_CHARACTERS} are the same in all links of one email.
 *
 * <p>The tag is one block of AES-128: the digest of the address, encrypted with the key of the email. The key of the email is the
 * first half of an HMAC-SHA256 over version, project and email, so it is derived once for an email; the digest is the first half
 * of an HMAC-SHA256 over kind and address, so it is made once for a content. A newsletter of 70 links costs one HMAC and one call
 * of AES for each recipient, where an HMAC for each link was an eighth of the cost of composing (measured 2026-11-22).
 *
 * <p>A tag cannot be forged: AES under a key nobody knows is a pseudorandom function of the digest, and so is the HMAC of the
 * address; one after the other they are one again, and a tag for another address, another kind or another email is a guess of 1
 * in 2^128. Nobody can look for two addresses with one digest, because the digest has a key too. The HMACs have purposes of
 * their own, so no other signature of ours is a key or a digest.
 *
 * <p>Tokens in email sent before 2026-11-23 have the form of {@link LinkTokenCodec} and are read for ever.
 */
public final class TrackingTokenCodec {

    /** The length of a token. */
    public static final int CHARACTERS = 66;

    static final int HEAD_CHARACTERS = 44;

    private static final byte VERSION = 2;
    private static final int HEAD_BYTES = 33;
    private static final int BLOCK = 16;
    private static final String KEY = "tracking.key";
    private static final String DIGEST = "tracking.digest";

    private final Crypto crypto;
    private final LinkTokenCodec before;

    public TrackingTokenCodec(Crypto crypto) {
        this.crypto = crypto;
        this.before = new LinkTokenCodec(crypto);
    }

    /** The email a token is about. */
    public record TrackedEmail(ProjectId project, EmailId email) {}

    /**
     * The digest of an address, the same in every email.
     *
     * @param octets sixteen
     */
    public record TargetDigest(byte[] octets) {}

    /**
     * Makes the digest of an address.
     *
     * @param target the address of a {@link Kind#CLICK}; empty for the picture
     */
    public TargetDigest digest(Kind kind, String target) {
        var address = target.getBytes(StandardCharsets.UTF_8);
        var message = ByteBuffer.allocate(1 + address.length)
                .put(kind.code())
                .put(address)
                .array();
        return new TargetDigest(Arrays.copyOf(crypto.sign(DIGEST, message), BLOCK));
    }

    /** Derives the key of an email. */
    public EmailTokens tokens(ProjectId project, EmailId email) {
        var head = ByteBuffer.allocate(HEAD_BYTES)
                .put(VERSION)
                .putLong(project.value().getMostSignificantBits())
                .putLong(project.value().getLeastSignificantBits())
                .putLong(email.value().getMostSignificantBits())
                .putLong(email.value().getLeastSignificantBits())
                .array();
        return new EmailTokens(head, new SecretKeySpec(crypto.sign(KEY, head), 0, BLOCK, "AES"));
    }

    /** The tokens of one email. Not safe for several threads. */
    public static final class EmailTokens {

        private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

        private final byte[] head;
        private final Cipher block;

        private EmailTokens(byte[] head, SecretKeySpec key) {
            this.head = BASE64.encode(head);
            try {
                this.block = Cipher.getInstance("AES/ECB/NoPadding");
                block.init(Cipher.ENCRYPT_MODE, key);
            } catch (GeneralSecurityException impossible) {
                throw new IllegalStateException("AES does not work on this Java", impossible);
            }
        }

        public String write(TargetDigest digest) {
            return new String(write(digest.octets())[0], StandardCharsets.US_ASCII);
        }

        /** Writes the tokens of many addresses at once; the digests stand one after the other. */
        public byte[][] write(byte[] digests) {
            try {
                var tags = block.doFinal(digests);
                var tokens = new byte[digests.length / BLOCK][];
                for (var at = 0; at < tokens.length; at++) {
                    var tag = BASE64.encode(Arrays.copyOfRange(tags, at * BLOCK, (at + 1) * BLOCK));
                    tokens[at] = Arrays.copyOf(head, CHARACTERS);
                    System.arraycopy(tag, 0, tokens[at], HEAD_CHARACTERS, tag.length);
                }
                return tokens;
            } catch (GeneralSecurityException impossible) {
                throw new IllegalStateException("AES does not work on this Java", impossible);
            }
        }
    }

    /** Reads a token of this form, or of the one before it; empty for anything but a token of ours of this kind and address. */
    public Optional<TrackedEmail> read(Kind kind, String token, String target) {
        if (token.length() != CHARACTERS) {
            return before.read(kind, token, target).map(link -> new TrackedEmail(link.project(), link.email()));
        }
        try {
            var octets = ByteBuffer.wrap(Base64.getUrlDecoder().decode(token), 1, HEAD_BYTES - 1);
            var email = new TrackedEmail(new ProjectId(id(octets)), new EmailId(id(octets)));
            var written = tokens(email.project(), email.email()).write(digest(kind, target));
            var authentic = MessageDigest.isEqual(
                    written.getBytes(StandardCharsets.US_ASCII), token.getBytes(StandardCharsets.UTF_8));
            return authentic ? Optional.of(email) : Optional.empty();
        } catch (IllegalArgumentException notAToken) {
            return Optional.empty();
        }
    }

    private static UUID id(ByteBuffer ids) {
        return new UUID(ids.getLong(), ids.getLong());
    }
}
