package io.godwit.kit.net;

import java.io.FileOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A certificate authority that issues certificates to servers of tests, also expired ones and ones for other names. */
public final class TestAuthority {

    private static final String PASSWORD = "changeit";
    private static final Duration VALID = Duration.ofDays(2);

    private final Path folder;
    private final KeyPair keys = keyPair();
    private final X509Certificate certificate;

    private TestAuthority(Path folder) {
        this.folder = folder;
        var name = new X500Principal("CN=Test authority " + System.nanoTime());
        this.certificate = build(name, keys, name, keys, Instant.now().plus(VALID), true, List.of());
    }

    /** Keeps its files below the folder. */
    public static TestAuthority in(Path folder) {
        return new TestAuthority(folder);
    }

    public X509Certificate certificate() {
        return certificate;
    }

    /** A PEM file with the authority's certificate, for whoever is to trust it. */
    public Path file() {
        try {
            var encoded = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate.getEncoded());
            return Files.writeString(
                    folder.resolve("authority.pem"),
                    "-----BEGIN CERTIFICATE-----\n" + encoded + "\n-----END CERTIFICATE-----\n");
        } catch (IOException | GeneralSecurityException failed) {
            throw new AssertionError(failed);
        }
    }

    /** A server's certificate, and where it is kept with its key and the authority's certificate. */
    public record Issued(X509Certificate certificate, TestCertificate store) {

        /** The SHA-256 of its public key, as a TLSA record with selector 1 and matching type 1 has it. */
        public String keyDigest() {
            return digest("SHA-256", certificate.getPublicKey().getEncoded());
        }
    }

    public static String digest(String algorithm, byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(content));
        } catch (GeneralSecurityException impossible) {
            throw new AssertionError(impossible);
        }
    }

    /** Issues a certificate that is valid now. */
    public Issued issue(String... names) {
        return issue(Instant.now().plus(VALID), names);
    }

    /** Issues a certificate that was valid until an hour ago. */
    public Issued issueExpired(String... names) {
        return issue(Instant.now().minus(Duration.ofHours(1)), names);
    }

    /** Issues a certificate that is valid until then. */
    public Issued issue(Instant until, String... names) {
        var ofServer = keyPair();
        var issued = build(
                certificate.getSubjectX500Principal(), keys, server(names), ofServer, until, false, List.of(names));
        return stored(issued, ofServer, issued, certificate);
    }

    /** A certificate that its own key signed, for nobody to trust. */
    public Issued selfSigned(String... names) {
        var ofServer = keyPair();
        var issued = build(
                server(names), ofServer, server(names), ofServer, Instant.now().plus(VALID), false, List.of(names));
        return stored(issued, ofServer, issued);
    }

    private static X500Principal server(String... names) {
        return new X500Principal("CN=" + names[0]);
    }

    private Issued stored(X509Certificate issued, KeyPair ofServer, Certificate... chain) {
        try {
            var store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("sink", ofServer.getPrivate(), PASSWORD.toCharArray(), chain);
            var file = Files.createTempFile(folder, "server", ".p12");
            try (var out = new FileOutputStream(file.toFile())) {
                store.store(out, PASSWORD.toCharArray());
            }
            return new Issued(issued, new TestCertificate(file));
        } catch (IOException | GeneralSecurityException failed) {
            throw new AssertionError(failed);
        }
    }

    private static X509Certificate build(
            X500Principal issuer,
            KeyPair ofIssuer,
            X500Principal subject,
            KeyPair ofSubject,
            Instant until,
            boolean authority,
            List<String> names) {
        try {
            var builder = new JcaX509v3CertificateBuilder(
                    issuer,
                    new BigInteger(100, new SecureRandom()),
                    Date.from(until.minus(Duration.ofDays(30))),
                    Date.from(until),
                    subject,
                    ofSubject.getPublic());
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(authority));
            if (!names.isEmpty()) {
                var alternatives = Stream.of(names.toArray(String[]::new))
                        .map(name -> new GeneralName(GeneralName.dNSName, name))
                        .toArray(GeneralName[]::new);
                builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(alternatives));
            }
            var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(ofIssuer.getPrivate());
            return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
        } catch (IOException | GeneralSecurityException | OperatorException failed) {
            throw new AssertionError(failed);
        }
    }

    private static KeyPair keyPair() {
        try {
            var generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(256);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
