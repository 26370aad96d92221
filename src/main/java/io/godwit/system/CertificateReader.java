package io.godwit.system;

import io.godwit.system.SystemResponse.CertificateResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Optional;

/** Reads whose a certificate is and when it ends. */
final class CertificateReader {

    private CertificateReader() {}

    /** Reads the first certificate of a PEM file; blocks. */
    static CertificateResponse read(String purpose, Path file) {
        try (var bytes = Files.newInputStream(file)) {
            var certificate =
                    (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(bytes);
            return new CertificateResponse(
                    purpose,
                    file.toString(),
                    Optional.of(certificate.getSubjectX500Principal().getName()),
                    Optional.of(certificate.getNotAfter().toInstant()),
                    Optional.empty());
        } catch (IOException | CertificateException unreadable) {
            var problem = "It cannot be read: " + unreadable.getMessage();
            return new CertificateResponse(
                    purpose, file.toString(), Optional.empty(), Optional.empty(), Optional.of(problem));
        }
    }
}
