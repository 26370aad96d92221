package io.godwit.smtp.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.TestCertificate;
import io.vertx.core.Vertx;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates that a program renews while the server runs: it writes one file after the other. */
@CloseFields
class CertificateReloaderTest {

    private final Vertx vertx = Vertx.vertx();

    @TempDir
    private Path folder;

    @Test
    void aNewKeyIsNotUsedWithTheOldCertificate() throws Exception {
        var first = TestCertificate.make(Files.createDirectory(folder.resolve("first")));
        var second = TestCertificate.make(Files.createDirectory(folder.resolve("second")));
        var chain = Files.writeString(folder.resolve("chain.pem"), first.certificatePem());
        var key = Files.writeString(folder.resolve("key.pem"), first.keyPem());
        var files = CertificateReloader.of(
                        new PemKeyCertOptions().setCertPath(chain.toString()).setKeyPath(key.toString()))
                .orElseThrow();
        assertThat(files.renewed(vertx)).isEmpty();

        Files.writeString(key, second.keyPem() + "\n");
        assertThatThrownBy(() -> files.renewed(vertx))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is not that of the certificate");

        Files.writeString(chain, second.certificatePem() + "\n");
        assertThat(files.renewed(vertx)).isPresent();
        assertThat(files.renewed(vertx)).isEmpty();
    }
}
