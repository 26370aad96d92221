package io.godwit.smtp.server;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reads the files of a certificate and its key again after they have changed. Its methods block. */
final class CertificateReloader {

    private final Path chain;
    private final Path key;
    private volatile String used;

    private CertificateReloader(Path chain, Path key) {
        this.chain = chain;
        this.key = key;
        this.used = stamps();
    }

    /** Returns the reloader of a certificate; empty for one that is no PEM file. */
    static Optional<CertificateReloader> of(KeyCertOptions options) {
        return options instanceof PemKeyCertOptions pem && pem.getCertPath() != null && pem.getKeyPath() != null
                ? Optional.of(new CertificateReloader(Path.of(pem.getCertPath()), Path.of(pem.getKeyPath())))
                : Optional.empty();
    }

    /**
     * Returns the certificate once after it has changed. Throws when it cannot be read or the key is not that of the certificate, as
     * while the files are being replaced; then they are read again at the next call. The files are passed by their content, because
     * Vert.x keeps what it read for a path.
     */
    Optional<KeyCertOptions> renewed(Vertx vertx) throws Exception {
        var now = stamps();
        if (now.equals(used)) {
            return Optional.empty();
        }
        var ofChain = Files.readAllBytes(chain);
        var ofKey = Files.readAllBytes(key);
        if (!KeyPairFiles.of(vertx, ofChain, ofKey).fits()) {
            throw new IOException("The key in " + key + " is not that of the certificate in " + chain);
        }
        used = now;
        return Optional.of(
                new PemKeyCertOptions().setCertValue(Buffer.buffer(ofChain)).setKeyValue(Buffer.buffer(ofKey)));
    }

    /** Returns the time of change and the size of both files; a file that is being replaced has none. */
    private String stamps() {
        return stamp(chain) + ", " + stamp(key);
    }

    private static String stamp(Path file) {
        try {
            return Files.getLastModifiedTime(file).toMillis() + " " + Files.size(file);
        } catch (IOException absent) {
            return "none";
        }
    }
}
