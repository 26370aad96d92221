package io.godwit.submission;

import io.godwit.core.PrivateFiles;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;

/**
 * A certificate that this installation makes for itself, for development: clients have to be told its fingerprint, or not to look.
 * It is kept in the data directory. The JDK has no interface that makes certificates, so its few fields are written here
 * (RFC 5280 §4.1, in DER: X.690 §8).
 *
 * @param fingerprint the SHA-256 of the certificate, as openssl prints it
 */
record SelfMadeCertificate(Path chain, Path key, String fingerprint) {

    private static final int RSA_BITS = 2_048;
    private static final int YEARS = 10;

    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final int UTF8_STRING = 0x0c;
    private static final int UTC_TIME = 0x17;
    private static final int BIT_STRING = 0x03;
    private static final int OCTET_STRING = 0x04;

    /** The tag of a DNS name in a list of names (RFC 5280 §4.2.1.6). */
    private static final int DNS_NAME = 0x82;

    private static final byte[] VERSION_3 = HexFormat.of().parseHex("a003020102");
    private static final byte[] SHA256_WITH_RSA = HexFormat.of().parseHex("300d06092a864886f70d01010b0500");
    private static final byte[] COMMON_NAME = HexFormat.of().parseHex("0603550403");
    private static final byte[] SUBJECT_ALTERNATIVE_NAME = HexFormat.of().parseHex("0603551d11");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

    /** Reads the certificate of a folder, or makes one there; blocks, some 0.1 s the first time. */
    static SelfMadeCertificate in(Path folder, String host) {
        var chain = folder.resolve("certificate.pem");
        var key = folder.resolve("key.pem");
        try {
            PrivateFiles.createOwnDirectory(folder);
            if (!Files.exists(chain) || !Files.exists(key)) {
                make(chain, key, host);
            }
            return new SelfMadeCertificate(chain, key, fingerprint(Files.readAllBytes(chain)));
        } catch (IOException unwritable) {
            throw new UncheckedIOException("No certificate can be made in " + folder, unwritable);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("No certificate can be made", impossible);
        }
    }

    PemKeyCertOptions options() {
        return new PemKeyCertOptions().setCertPath(chain.toString()).setKeyPath(key.toString());
    }

    private static void make(Path chain, Path key, String host) throws IOException, GeneralSecurityException {
        var generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(RSA_BITS);
        var pair = generator.generateKeyPair();
        Files.deleteIfExists(key);
        Files.createFile(key, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(key, pem("PRIVATE KEY", pair.getPrivate().getEncoded()));
        Files.writeString(chain, pem("CERTIFICATE", certificate(pair, host)));
    }

    private static byte[] certificate(KeyPair pair, String host) throws GeneralSecurityException {
        var content = content(pair, host, Instant.now().truncatedTo(ChronoUnit.DAYS));
        var signer = Signature.getInstance("SHA256withRSA");
        signer.initSign(pair.getPrivate());
        signer.update(content);
        return tagged(SEQUENCE, content, SHA256_WITH_RSA, tagged(BIT_STRING, new byte[] {0}, signer.sign()));
    }

    /** Returns the part of the certificate that is signed. */
    private static byte[] content(KeyPair pair, String host, Instant since) {
        var until = since.atZone(ZoneOffset.UTC).plusYears(YEARS).toInstant();
        var name = tagged(SEQUENCE, tagged(SET, tagged(SEQUENCE, COMMON_NAME, tagged(UTF8_STRING, text(host)))));
        var names = tagged(SEQUENCE, tagged(DNS_NAME, text(host)), tagged(DNS_NAME, text("localhost")));
        var extension = tagged(SEQUENCE, SUBJECT_ALTERNATIVE_NAME, tagged(OCTET_STRING, names));
        return tagged(
                SEQUENCE,
                VERSION_3,
                tagged(
                        0x02,
                        new BigInteger(64, new SecureRandom())
                                .add(BigInteger.ONE)
                                .toByteArray()),
                SHA256_WITH_RSA,
                name,
                tagged(SEQUENCE, time(since), time(until)),
                name,
                pair.getPublic().getEncoded(),
                tagged(0xa3, tagged(SEQUENCE, extension)));
    }

    private static byte[] time(Instant time) {
        return tagged(UTC_TIME, text(TIME.format(time)));
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns a value with its tag and its length. */
    private static byte[] tagged(int tag, byte[]... parts) {
        var value = new ByteArrayOutputStream();
        for (var part : parts) {
            value.writeBytes(part);
        }
        var whole = new ByteArrayOutputStream();
        whole.write(tag);
        var length = value.size();
        if (length > 0xff) {
            whole.write(0x82);
            whole.write(length >> 8);
        } else if (length > 0x7f) {
            whole.write(0x81);
        }
        whole.write(length);
        whole.writeBytes(value.toByteArray());
        return whole.toByteArray();
    }

    private static String pem(String type, byte[] der) {
        return "-----BEGIN " + type + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der) + "\n-----END " + type + "-----\n";
    }

    private static String fingerprint(byte[] pem) throws GeneralSecurityException {
        var certificate = CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(pem));
        var hash = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
        return HexFormat.ofDelimiter(":").formatHex(hash).toUpperCase(Locale.ROOT);
    }
}
