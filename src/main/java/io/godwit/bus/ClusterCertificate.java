package io.godwit.bus;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.PfxOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Serial;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Arrays;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * The certificate by which the nodes of one installation know each other, on the connections of members and on those of the bus:
 * its Ed25519 key (RFC 8032) is derived from the installation's signing key, so every node makes the very same certificate,
 * presents it, and trusts nothing else. Only a holder of the signing key can present it. Its name is not checked and it never
 * expires: it changes with the key.
 */
record ClusterCertificate(KeyPair keys, Certificate certificate) {

    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final int BIT_STRING = 0x03;
    private static final int INTEGER = 0x02;
    private static final int UTF8_STRING = 0x0c;
    private static final int UTC_TIME = 0x17;
    private static final int GENERALIZED_TIME = 0x18;

    /** {@code id-Ed25519}, 1.3.101.112 (RFC 8410, section 3). */
    private static final byte[] ED25519 = {0x06, 0x03, 0x2b, 0x65, 0x70};

    /** {@code id-at-commonName}, 2.5.4.3. */
    private static final byte[] COMMON_NAME = {0x06, 0x03, 0x55, 0x04, 0x03};

    /** The only version of TLS between nodes (RFC 8446). */
    static final String PROTOCOL = "TLSv1.3";

    /** Password of the key store, which never leaves this process. */
    private static final String PASSWORD = "memory";

    static ClusterCertificate of(ClusterKey key) {
        try {
            var generator = KeyPairGenerator.getInstance("Ed25519");
            generator.initialize(255, new Seeded(key.derive("bus.certificate")));
            var keys = generator.generateKeyPair();
            var bytes = new ByteArrayInputStream(encode(keys));
            return new ClusterCertificate(
                    keys, CertificateFactory.getInstance("X.509").generateCertificate(bytes));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("This Java cannot make the certificate of the cluster", impossible);
        }
    }

    /** The key store a node presents on the bus. */
    PfxOptions shown() {
        try {
            var bytes = new ByteArrayOutputStream();
            keyStore().store(bytes, PASSWORD.toCharArray());
            return new PfxOptions().setValue(Buffer.buffer(bytes.toByteArray())).setPassword(PASSWORD);
        } catch (GeneralSecurityException | IOException impossible) {
            throw new IllegalStateException("This Java cannot keep the certificate of the cluster", impossible);
        }
    }

    /** The certificate a node trusts on the bus. */
    PemTrustOptions trusted() {
        try {
            var base64 = Base64.getMimeEncoder().encodeToString(certificate.getEncoded());
            return new PemTrustOptions()
                    .addCertValue(
                            Buffer.buffer("-----BEGIN CERTIFICATE-----\n" + base64 + "\n-----END CERTIFICATE-----\n"));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("This Java cannot read the certificate of the cluster", impossible);
        }
    }

    /** TLS that presents this certificate and trusts no other. */
    SSLContext context() {
        try {
            var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(keyStore(), PASSWORD.toCharArray());
            var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trustStore());
            var context = SSLContext.getInstance(PROTOCOL);
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException impossible) {
            throw new IllegalStateException("This Java cannot use the certificate of the cluster", impossible);
        }
    }

    private KeyStore keyStore() throws GeneralSecurityException, IOException {
        var store = empty();
        store.setKeyEntry("cluster", keys.getPrivate(), PASSWORD.toCharArray(), new Certificate[] {certificate});
        return store;
    }

    private KeyStore trustStore() throws GeneralSecurityException, IOException {
        var store = empty();
        store.setCertificateEntry("cluster", certificate);
        return store;
    }

    private static KeyStore empty() throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    /** A version 1 certificate signed by itself (RFC 5280, section 4.1); Ed25519 signatures of the same bytes are the same. */
    private static byte[] encode(KeyPair keys) throws GeneralSecurityException {
        var algorithm = der(SEQUENCE, ED25519);
        var name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, ascii("bus")))));
        var validity =
                der(SEQUENCE, der(UTC_TIME, ascii("000101000000Z")), der(GENERALIZED_TIME, ascii("99991231235959Z")));
        var signed = der(
                SEQUENCE,
                der(INTEGER, new byte[] {1}),
                algorithm,
                name,
                validity,
                name,
                keys.getPublic().getEncoded());
        var signature = Signature.getInstance("Ed25519");
        signature.initSign(keys.getPrivate());
        signature.update(signed);
        return der(SEQUENCE, signed, algorithm, der(BIT_STRING, new byte[] {0}, signature.sign()));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** One value of ASN.1 in its distinguished encoding; up to 65,535 bytes. */
    private static byte[] der(int tag, byte[]... parts) {
        var length = Arrays.stream(parts).mapToInt(part -> part.length).sum();
        var bytes = new ByteArrayOutputStream();
        bytes.write(tag);
        if (length > 255) {
            bytes.write(0x82);
            bytes.write(length >> 8);
        } else if (length > 127) {
            bytes.write(0x81);
        }
        bytes.write(length);
        for (var part : parts) {
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }

    /** Hands the derived bytes to the generator of the key, which takes exactly its private key of 32 bytes. */
    private static final class Seeded extends SecureRandom {

        @Serial
        private static final long serialVersionUID = 1L;

        private final byte[] seed;

        Seeded(byte[] seed) {
            this.seed = seed;
        }

        @Override
        public void nextBytes(byte[] bytes) {
            if (bytes.length != seed.length) {
                throw new IllegalStateException("A private key of Ed25519 has " + seed.length + " bytes");
            }
            System.arraycopy(seed, 0, bytes, 0, bytes.length);
        }
    }

    @Override
    public String toString() {
        return "ClusterCertificate";
    }
}
