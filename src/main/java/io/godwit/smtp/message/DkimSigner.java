package io.godwit.smtp.message;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.godwit.core.CorrettoProvider;
import io.godwit.smtp.message.DkimKey.Ed25519Key;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Optional;

/**
 * Signs complete messages (RFC 6376): relaxed/relaxed, rsa-sha256 and, where the domain
 * has a second key, ed25519-sha256 (RFC 8463) too, From and the other fields shown to recipients signed once
 * more than they occur, so that another cannot be added. The signature has no time in it, so every attempt of a message gives
 * the same bytes.
 *
 * <p>Safe from any thread. Signing is synchronous and takes a third of a millisecond with Amazon's provider, about a whole one
 * with the JDK's (RSA-2048): the caller puts it on a worker.
 */
public final class DkimSigner {

    private static final int BASE64_LINE = 72;
    private static final int GOOD_LENGTH = 78;

    /** The characters of a line with domain and selector beside these. */
    private static final int PLACE_TAGS = "\td=; s=;".length();

    private static final int MAX_KEYS = 10_000;

    private final Optional<Provider> provider;
    private final Cache<PrivateKey, PrivateKey> keyToOwn =
            Caffeine.newBuilder().weakKeys().maximumSize(MAX_KEYS).build();

    /** Creates a signer with Amazon's provider where it loads, else with the JDK's. */
    public DkimSigner() {
        this(CorrettoProvider.cryptography());
    }

    public DkimSigner(Optional<Provider> provider) {
        this.provider = provider;
    }

    /** Returns the name of the crypto provider, for logs and reports. */
    public String providerName() {
        return provider.map(Provider::getName).orElse("JDK");
    }

    /**
     * Returns the message with a DKIM-Signature field before it, or two where the domain has a second key.
     *
     * @param message a complete message with lines ended by CR LF
     * @throws IllegalArgumentException when the key is not an RSA key
     */
    public byte[] sign(DkimKey key, byte[] message) {
        try {
            var canonicalizer = DkimCanonicalizer.of(message);
            var bodyHash = base64(digest().digest(canonicalizer.body()));
            var out = new ByteBuilder(message.length + 1536);
            addRsa(key, canonicalizer, bodyHash, out);
            if (key.second().isPresent()) {
                addEd25519(key.domain(), key.second().get(), canonicalizer, bodyHash, out);
            }
            return out.add(message).toBytes();
        } catch (GeneralSecurityException unusable) {
            throw new IllegalArgumentException("The key of " + key.domain() + " cannot sign", unusable);
        }
    }

    private void addRsa(DkimKey key, DkimCanonicalizer canonicalizer, String bodyHash, ByteBuilder out)
            throws GeneralSecurityException {
        var field = field("rsa-sha256", key.domain(), key.selector(), canonicalizer.signedNames(), bodyHash);
        var signer = signature("SHA256withRSA");
        signer.initSign(keyToOwn.get(key.privateKey(), this::own));
        signer.update(signed(canonicalizer, field));
        out.ascii(field).line(lines(base64(signer.sign())));
    }

    /** Adds a signature of the SHA-256 hash of the fields, not of the fields themselves (RFC 8463 §3). */
    private void addEd25519(
            String domain, Ed25519Key key, DkimCanonicalizer canonicalizer, String bodyHash, ByteBuilder out)
            throws GeneralSecurityException {
        var field = field("ed25519-sha256", domain, key.selector(), canonicalizer.signedNames(), bodyHash);
        var signer = signature("Ed25519");
        signer.initSign(key.privateKey());
        signer.update(digest().digest(signed(canonicalizer, field)));
        out.ascii(field).line(lines(base64(signer.sign())));
    }

    private static byte[] signed(DkimCanonicalizer canonicalizer, String field) {
        return (canonicalizer.signedFields() + DkimCanonicalizer.field(field)).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Returns the field up to the signature itself, which follows {@code b=}. */
    private static String field(String algorithm, String domain, String selector, String names, String bodyHash) {
        var fits = domain.length() + selector.length() + PLACE_TAGS <= GOOD_LENGTH;
        return "DKIM-Signature: v=1; a=" + algorithm + "; c=relaxed/relaxed;\r\n\td=" + domain + ";"
                + (fits ? " s=" : "\r\n\ts=") + selector + ";\r\n\th=" + names + ";\r\n\tbh=" + bodyHash
                + ";\r\n\tb=";
    }

    private Signature signature(String algorithm) throws GeneralSecurityException {
        var knows = provider.filter(known -> known.getService("Signature", algorithm) != null);
        return knows.isPresent() ? Signature.getInstance(algorithm, knows.get()) : Signature.getInstance(algorithm);
    }

    /** Returns the key in the provider's own form: another provider's key would be converted again with every signature. */
    private PrivateKey own(PrivateKey key) {
        try {
            return provider.isEmpty()
                    ? key
                    : KeyFactory.getInstance("RSA", provider.get())
                            .generatePrivate(new PKCS8EncodedKeySpec(key.getEncoded()));
        } catch (GeneralSecurityException unusable) {
            throw new IllegalArgumentException("A signing key is not an RSA key", unusable);
        }
    }

    private MessageDigest digest() throws GeneralSecurityException {
        return provider.isPresent()
                ? MessageDigest.getInstance("SHA-256", provider.get())
                : MessageDigest.getInstance("SHA-256");
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static String lines(String base64) {
        var lines = new StringBuilder();
        for (var at = 0; at < base64.length(); at += BASE64_LINE) {
            lines.append(at == 0 ? "" : "\r\n\t").append(base64, at, Math.min(base64.length(), at + BASE64_LINE));
        }
        return lines.toString();
    }
}
