package io.godwit.smtp.client.sasl;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * SCRAM-SHA-256 without channel binding (RFC 5802, RFC 7677): the password never leaves, and the server proves that it knows
 * it too.
 */
public final class ScramSha256 implements SaslMechanism {

    /** RFC 7677 §4 wants 4,096; a server that asks for very many would keep a processor busy with each connection. */
    private static final int MIN_ITERATIONS = 4_096;

    private static final int MAX_ITERATIONS = 1_000_000;
    private static final int KEY_BITS = 256;
    private static final String NO_CHANNEL_BINDING = "n,,";

    private final Vertx vertx;
    private final String username;
    private final String password;
    private final String nonce;
    private byte[] serverSignature = new byte[0];
    private boolean complete;

    public ScramSha256(Vertx vertx, String username, String password) {
        this(vertx, username, password, randomNonce());
    }

    ScramSha256(Vertx vertx, String username, String password, String nonce) {
        this.vertx = vertx;
        this.username = normalized(username).replace("=", "=3D").replace(",", "=2C");
        this.password = normalized(password);
        this.nonce = nonce;
    }

    private static String randomNonce() {
        var octets = new byte[18];
        new SecureRandom().nextBytes(octets);
        return Base64.getEncoder().encodeToString(octets);
    }

    /** The part of SASLprep (RFC 4013) that changes letters people type. */
    private static String normalized(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFKC);
    }

    @Override
    public String name() {
        return "SCRAM-SHA-256";
    }

    @Override
    public Optional<byte[]> initialResponse() {
        return Optional.of(utf8(NO_CHANNEL_BINDING + firstBare()));
    }

    private String firstBare() {
        return "n=" + username + ",r=" + nonce;
    }

    @Override
    public boolean isComplete() {
        return complete;
    }

    @Override
    public Future<byte[]> answer(byte[] challenge) {
        var text = new String(challenge, StandardCharsets.UTF_8);
        if (serverSignature.length == 0) {
            return vertx.executeBlocking(() -> proof(text), false);
        }
        complete =
                MessageDigest.isEqual(serverSignature, decoded(attributes(text).getOrDefault("v", "")));
        return complete
                ? Future.succeededFuture(new byte[0])
                : Future.failedFuture(
                        new UntrustedServerException("The mail server did not prove that it knows the password"));
    }

    /** Answers the server's first message; runs on a worker, because thousands of hashes take milliseconds. */
    private byte[] proof(String serverFirst) throws GeneralSecurityException {
        var attributes = attributes(serverFirst);
        var bothNonces = attributes.getOrDefault("r", "");
        var iterations = attributes.getOrDefault("i", "");
        if (!bothNonces.startsWith(nonce) || bothNonces.length() == nonce.length() || !isReasonable(iterations)) {
            throw new UntrustedServerException("The mail server's challenge for SCRAM-SHA-256 is not valid");
        }
        var salted = salted(decoded(attributes.getOrDefault("s", "")), Integer.parseInt(iterations));
        var withoutProof = "c=" + base64(utf8(NO_CHANNEL_BINDING)) + ",r=" + bothNonces;
        var authMessage = utf8(firstBare() + "," + serverFirst + "," + withoutProof);
        var clientKey = hmac(salted, utf8("Client Key"));
        var signature = hmac(MessageDigest.getInstance("SHA-256").digest(clientKey), authMessage);
        serverSignature = hmac(hmac(salted, utf8("Server Key")), authMessage);
        return utf8(withoutProof + ",p=" + base64(xor(clientKey, signature)));
    }

    private static boolean isReasonable(String iterations) {
        return iterations.matches("\\d{1,7}")
                && Integer.parseInt(iterations) >= MIN_ITERATIONS
                && Integer.parseInt(iterations) <= MAX_ITERATIONS;
    }

    private byte[] salted(byte[] salt, int iterations) throws GeneralSecurityException {
        if (salt.length == 0) {
            throw new UntrustedServerException("The mail server's challenge for SCRAM-SHA-256 is not valid");
        }
        return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                .generateSecret(new PBEKeySpec(password.toCharArray(), salt, iterations, KEY_BITS))
                .getEncoded();
    }

    private static byte[] hmac(byte[] key, byte[] text) throws GeneralSecurityException {
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(text);
    }

    private static byte[] xor(byte[] one, byte[] other) {
        var result = new byte[one.length];
        for (var i = 0; i < one.length; i++) {
            result[i] = (byte) (one[i] ^ other[i]);
        }
        return result;
    }

    private static Map<String, String> attributes(String message) {
        var nameToValue = new HashMap<String, String>();
        Arrays.stream(message.split(","))
                .filter(attribute -> attribute.indexOf('=') == 1)
                .forEach(attribute -> nameToValue.put(attribute.substring(0, 1), attribute.substring(2)));
        return nameToValue;
    }

    private static byte[] decoded(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException notBase64) {
            return new byte[0];
        }
    }

    private static String base64(byte[] octets) {
        return Base64.getEncoder().encodeToString(octets);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
