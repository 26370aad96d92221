package io.godwit.core;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs tokens we hand out (links, cursors) and encrypts secrets we store (API keys, DKIM keys) with two keys that live outside
 * the database. Safe to use from any thread; nothing here blocks.
 */
public final class Crypto {

    /** Bytes of each key. */
    public static final int KEY_BYTES = 32;

    /** Id of the key that sealed a value, so that a later key can be used beside it. */
    private static final byte KEY_ID = 1;

    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final String HMAC = "HmacSHA256";
    private static final SecureRandom RANDOM = new SecureRandom();

    private final SecretKeySpec signing;
    private final SecretKeySpec encryption;

    /** For each purpose a MAC with its key, which is cloned and never used itself. */
    private final Map<String, Mac> purposeToMac = new ConcurrentHashMap<>();

    private Crypto(SecretKeySpec signing, SecretKeySpec encryption) {
        this.signing = signing;
        this.encryption = encryption;
    }

    /** Makes an instance with these keys of {@value #KEY_BYTES} bytes each; they must differ. */
    public static Crypto of(byte[] signing, byte[] encryption) {
        if (signing.length != KEY_BYTES || encryption.length != KEY_BYTES) {
            throw new IllegalArgumentException("The signing and the encryption key must have 32 bytes each.");
        }
        if (MessageDigest.isEqual(signing, encryption)) {
            throw new IllegalArgumentException("The signing and the encryption key must differ.");
        }
        return new Crypto(new SecretKeySpec(signing, HMAC), new SecretKeySpec(encryption, "AES"));
    }

    /**
     * The HMAC-SHA256 of a message, 32 bytes; callers may keep fewer, never under 16. A signature for one purpose is valid for
     * no other. Purposes are constants of ours, never input.
     */
    public byte[] sign(String purpose, byte[] message) {
        try {
            return ((Mac) purposeToMac.computeIfAbsent(purpose, this::macFor).clone()).doFinal(message);
        } catch (CloneNotSupportedException impossible) {
            throw new IllegalStateException("HMAC-SHA256 does not work on this Java", impossible);
        }
    }

    /** Verifies that the signature, or its first 16 or more bytes, was made with our key; compares in constant time. */
    public boolean verify(String purpose, byte[] message, byte[] signature) {
        if (signature.length < 16 || signature.length > 32) {
            return false;
        }
        return MessageDigest.isEqual(Arrays.copyOf(sign(purpose, message), signature.length), signature);
    }

    /**
     * Encrypts with AES-256-GCM under a random nonce: key id, nonce, ciphertext, tag; 29 bytes longer than the plain text.
     *
     * @param associated the place of the value (table, project, row); it can be decrypted only with the same
     */
    public byte[] encrypt(byte[] plain, byte[] associated) {
        var nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        return encrypt(nonce, plain, associated);
    }

    /**
     * Encrypts as {@link #encrypt} does, but under a nonce that is a keyed hash of the plain text and its place, so that no two
     * plain texts share a nonce: the same text at the same place always becomes the same bytes, and a reader of the bytes learns
     * only that.
     */
    public byte[] encryptDeterministic(byte[] plain, byte[] associated) {
        var both = ByteBuffer.allocate(Integer.BYTES + associated.length + plain.length)
                .putInt(associated.length)
                .put(associated)
                .put(plain)
                .array();
        return encrypt(Arrays.copyOf(sign("alike", both), NONCE_BYTES), plain, associated);
    }

    private byte[] encrypt(byte[] nonce, byte[] plain, byte[] associated) {
        try {
            var sealed = cipher(Cipher.ENCRYPT_MODE, nonce, associated).doFinal(plain);
            return ByteBuffer.allocate(1 + NONCE_BYTES + sealed.length)
                    .put(KEY_ID)
                    .put(nonce)
                    .put(sealed)
                    .array();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("AES-256-GCM does not work on this Java", impossible);
        }
    }

    /** The plain text; fails when the bytes were changed, moved to another place, or sealed with another key. */
    public byte[] decrypt(byte[] sealed, byte[] associated) {
        if (sealed.length < 1 + NONCE_BYTES + TAG_BITS / Byte.SIZE || sealed[0] != KEY_ID) {
            throw new IllegalArgumentException("This was not encrypted with our key");
        }
        var nonce = Arrays.copyOfRange(sealed, 1, 1 + NONCE_BYTES);
        try {
            return cipher(Cipher.DECRYPT_MODE, nonce, associated)
                    .doFinal(sealed, 1 + NONCE_BYTES, sealed.length - 1 - NONCE_BYTES);
        } catch (GeneralSecurityException foreign) {
            throw new IllegalArgumentException("This was not encrypted with our key, or not for this place", foreign);
        }
    }

    /** A hash of both keys, 32 bytes: tells two pairs of keys apart and nothing else about them. */
    public byte[] fingerprint() {
        var ofEncryption = mac(new SecretKeySpec(encryption.getEncoded(), HMAC)).doFinal(bytes("fingerprint"));
        return sign("fingerprint", ofEncryption);
    }

    @Override
    public String toString() {
        return "Crypto";
    }

    private Mac macFor(String purpose) {
        return mac(new SecretKeySpec(mac(signing).doFinal(bytes(purpose)), HMAC));
    }

    private Cipher cipher(int mode, byte[] nonce, byte[] associated) throws GeneralSecurityException {
        var cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, encryption, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(associated);
        return cipher;
    }

    private static Mac mac(SecretKeySpec key) {
        try {
            var mac = Mac.getInstance(HMAC);
            mac.init(key);
            return mac;
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("HMAC-SHA256 does not work on this Java", impossible);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
