package io.godwit.modules;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;

/** A PEM file with a certificate, whose own certificate comes first in its chain (RFC 8446 §4.4.2). */
record CertificateFile(Path chain) {

    /**
     * Reads the time until the certificate expires, in seconds, negative when it has expired; not a number while the file cannot
     * be read. Blocks.
     */
    double secondsLeft() {
        try (var file = Files.newInputStream(chain)) {
            return CertificateFactory.getInstance("X.509").generateCertificate(file) instanceof X509Certificate leaf
                    ? Duration.between(Instant.now(), leaf.getNotAfter().toInstant())
                            .toSeconds()
                    : Double.NaN;
        } catch (IOException | CertificateException unreadable) {
            return Double.NaN;
        }
    }
}
