package io.godwit.smtp.message;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.godwit.core.CorrettoProvider;
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
 * Signs complete messages (RFC 6376): relaxed/relaxed, rsa-sha256, From and the other fields shown to recipients signed once
 * more than they occur, so that another cannot be added. The signature has no time in it, so every attempt of a message gives
 * the same bytes.
 *
 * <p>Safe from any thread. Signing is synchronous and takes a third of a millisecond with Amazon's provider, about a whole one
 * with the JDK's (RSA-2048): the caller puts it on a worker.
 */
public final class DkimSigner {

    private static final int BASE64_LINE = 72;
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
     * Returns the message with a DKIM-Signature field before it.
     *
     * @param message a complete message with lines ended by CR LF
     * @throws IllegalArgumentException when the key is not an RSA key
     */
    public byte[] sign(DkimKey key, byte[] message) {
        try {
            var canonicalizer = DkimCanonicalizer.of(message);
            var bodyHash = base64(digest().digest(canonicalizer.body()));
            var field = field(key, canonicalizer.signedNames(), bodyHash);
            var signature = signature(key.privateKey(), canonicalizer.signedFields() + DkimCanonicalizer.field(field));
            return new ByteBuilder(message.length + 1024)
                    .ascii(field)
                    .line(lines(base64(signature)))
                    .add(message)
                    .toBytes();
        } catch (GeneralSecurityException unusable) {
            throw new IllegalArgumentException("The key of " + key.domain() + " cannot sign", unusable);
        }
    }

    /** Returns the field up to the signature itself, which follows {@code b=}. */
    private static String field(DkimKey key, String names, String bodyHash) {
        return "DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;\r\n\td=" + key.domain() + "; s=" + key.selector()
                + ";\r\n\th=" + names + ";\r\n\tbh=" + bodyHash + ";\r\n\tb=";
    }

    private byte[] signature(PrivateKey key, String text) throws GeneralSecurityException {
        var signer = provider.isPresent()
                ? Signature.getInstance("SHA256withRSA", provider.get())
                : Signature.getInstance("SHA256withRSA");
        signer.initSign(keyToOwn.get(key, this::own));
        signer.update(text.getBytes(StandardCharsets.US_ASCII));
        return signer.sign();
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
