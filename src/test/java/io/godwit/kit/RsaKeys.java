package io.godwit.kit;

import io.godwit.core.CorrettoProvider;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;

/**
 * RSA keys of 2048 bits, made as the product makes its own: the JDK's way takes three seconds of a core in a JVM of tests, which
 * has no second compiler.
 */
public final class RsaKeys {

    private RsaKeys() {}

    public static KeyPair fresh() {
        try {
            var provider = CorrettoProvider.cryptography();
            var generator = provider.isPresent()
                    ? KeyPairGenerator.getInstance("RSA", provider.get())
                    : KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }
}
