package io.godwit.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.Signature;
import org.junit.jupiter.api.Test;

final class CorrettoProviderTest {

    /** As on an ARM machine; there the jar within our jar is the other processor's. */
    @Test
    void aProviderOutOfAJarOfItsOwnSigns() throws Exception {
        assumeTrue(CorrettoProvider.cryptography().isPresent(), "Amazon's provider does not load here");
        var jar = Path.of(AmazonCorrettoCryptoProvider.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());

        var provider = CorrettoProvider.of(Files.newInputStream(jar)).orElseThrow();

        assertThat(provider.getClass()).isNotSameAs(AmazonCorrettoCryptoProvider.class);
        var signature = Signature.getInstance("SHA256withRSA", provider);
        signature.initSign(KeyPairGenerator.getInstance("RSA").generateKeyPair().getPrivate());
        signature.update(new byte[] {1, 2, 3});
        assertThat(signature.sign()).hasSize(256);
    }

    @Test
    void whatIsNoProviderIsPassedBy() throws Exception {
        assertThat(CorrettoProvider.of(new ByteArrayInputStream(new byte[] {1, 2, 3})))
                .isEmpty();
    }
}
