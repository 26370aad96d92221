package io.godwit.kit.rules;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.bouncycastle.crypto.params.Ed25519PublicKeyParameters;
import org.bouncycastle.crypto.signers.Ed25519Signer;

/** Verifies an ed25519-sha256 signature as RFC 6376 and RFC 8463 describe it, with BouncyCastle, octet by octet; shares no code with what signs. */
public final class Ed25519Oracle {

    private Ed25519Oracle() {}

    /**
     * Tells whether the message's signature of this selector holds.
     *
     * @param publicKey the 32 octets of {@code p=}
     */
    public static boolean holds(byte[] message, String selector, byte[] publicKey) {
        var text = new String(message, StandardCharsets.ISO_8859_1);
        var end = text.indexOf("\r\n\r\n");
        var fields = List.of(text.substring(0, end).split("\r\n(?![ \t])", -1));
        var signature = fields.stream()
                .filter(field -> field.startsWith("DKIM-Signature:")
                        && tags(field).getOrDefault("s", "").equals(selector))
                .findFirst()
                .orElseThrow();
        var tags = tags(signature);
        return tags.get("a").equals("ed25519-sha256")
                && base64(sha256(body(text.substring(end + 4)))).equals(tags.get("bh"))
                && verified(publicKey, sha256(signed(fields, tags, signature)), tags.get("b"));
    }

    private static boolean verified(byte[] publicKey, byte[] hash, String signature) {
        var verifier = new Ed25519Signer();
        verifier.init(false, new Ed25519PublicKeyParameters(publicKey));
        verifier.update(hash, 0, hash.length);
        return verifier.verifySignature(Base64.getDecoder().decode(signature));
    }

    private static Map<String, String> tags(String field) {
        var tags = new HashMap<String, String>();
        for (var tag : field.substring(field.indexOf(':') + 1).split(";", -1)) {
            var equals = tag.indexOf('=');
            tags.put(tag.substring(0, equals).strip(), tag.substring(equals + 1).replaceAll("\\s", ""));
        }
        return tags;
    }

    /** The fields of {@code h=}, of equal names the last first, and the signature's own field without its value. */
    private static String signed(List<String> fields, Map<String, String> tags, String signature) {
        var left = new ArrayList<>(fields);
        var signed = new StringBuilder();
        for (var name : tags.get("h").split(":", -1)) {
            for (var at = left.size() - 1; at >= 0; at--) {
                if (left.get(at).toLowerCase(Locale.ROOT).startsWith(name + ":")) {
                    signed.append(relaxed(left.remove(at))).append("\r\n");
                    break;
                }
            }
        }
        return signed + relaxed(signature.replaceAll("(?s)(;\\s*b=).*", "$1"));
    }

    private static String relaxed(String field) {
        var colon = field.indexOf(':');
        return field.substring(0, colon).toLowerCase(Locale.ROOT) + ":"
                + field.substring(colon + 1)
                        .replace("\r\n", "")
                        .replaceAll("[ \t]+", " ")
                        .strip();
    }

    private static String body(String body) {
        var relaxed = body.replaceAll("[ \t]+", " ").replace(" \r\n", "\r\n").replaceAll("(\r\n)+$", "");
        return relaxed.isEmpty() ? "" : relaxed + "\r\n";
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.ISO_8859_1));
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static String base64(byte[] octets) {
        return Base64.getEncoder().encodeToString(octets);
    }
}
