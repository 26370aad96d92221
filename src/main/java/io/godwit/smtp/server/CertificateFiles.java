package io.godwit.smtp.server;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The files of a certificate and its key, read again after they have changed. Its methods block. */
final class CertificateFiles {

    private final Path chain;
    private final Path key;
    private volatile String used;

    private CertificateFiles(Path chain, Path key) {
        this.chain = chain;
        this.key = key;
        this.used = stamps();
    }

    /** Empty for a certificate that is no PEM file. */
    static Optional<CertificateFiles> of(KeyCertOptions options) {
        return options instanceof PemKeyCertOptions pem && pem.getCertPath() != null && pem.getKeyPath() != null
                ? Optional.of(new CertificateFiles(Path.of(pem.getCertPath()), Path.of(pem.getKeyPath())))
                : Optional.empty();
    }

    /**
     * Returns the certificate once after it has changed. Throws when it cannot be read, as while it is being replaced; then it is
     * read again at the next call. The files are passed by their content, because Vert.x keeps what it read for a path.
     */
    Optional<KeyCertOptions> renewed(Vertx vertx) throws Exception {
        var now = stamps();
        if (now.equals(used)) {
            return Optional.empty();
        }
        var options = new PemKeyCertOptions()
                .setCertValue(Buffer.buffer(Files.readAllBytes(chain)))
                .setKeyValue(Buffer.buffer(Files.readAllBytes(key)));
        options.getKeyManagerFactory(vertx);
        used = now;
        return Optional.of(options);
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
