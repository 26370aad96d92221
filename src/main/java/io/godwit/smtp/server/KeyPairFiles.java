package io.godwit.smtp.server;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.X509KeyManager;

/**
 * A certificate with its chain and its key, as they are in their files.
 *
 * @param chain the server's own certificate first
 */
public record KeyPairFiles(List<X509Certificate> chain, PrivateKey key) {

    public KeyPairFiles {
        chain = List.copyOf(chain);
    }

    /** Reads the files in the way in which the server reads them; blocks. Fails when one cannot be read or holds something else. */
    public static KeyPairFiles read(Vertx vertx, PemKeyCertOptions files) throws Exception {
        return of(
                vertx,
                Files.readAllBytes(Path.of(files.getCertPath())),
                Files.readAllBytes(Path.of(files.getKeyPath())));
    }

    /** Reads the content of both files; blocks. Fails when one holds something else. */
    static KeyPairFiles of(Vertx vertx, byte[] pem, byte[] key) throws Exception {
        var chain = CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem)).stream()
                .map(X509Certificate.class::cast)
                .toList();
        if (chain.isEmpty()) {
            throw new IOException("the file of the certificate holds none");
        }
        return new KeyPairFiles(chain, key(vertx, pem, key, chain.get(0)));
    }

    /** The content is passed and not the paths, because Vert.x keeps what it read for a path. */
    private static PrivateKey key(Vertx vertx, byte[] pem, byte[] key, X509Certificate own) throws Exception {
        var managers = new PemKeyCertOptions()
                .setCertValue(Buffer.buffer(pem))
                .setKeyValue(Buffer.buffer(key))
                .getKeyManagerFactory(vertx)
                .getKeyManagers();
        return Stream.of(managers)
                .filter(X509KeyManager.class::isInstance)
                .map(X509KeyManager.class::cast)
                .flatMap(manager -> keys(manager, own.getPublicKey().getAlgorithm()))
                .findFirst()
                .orElseThrow(() -> new IOException("the file of the key holds none"));
    }

    private static Stream<PrivateKey> keys(X509KeyManager manager, String algorithm) {
        var aliases = manager.getServerAliases(algorithm, null);
        return aliases == null ? Stream.of() : Stream.of(aliases).map(manager::getPrivateKey);
    }

    /** Returns whether what the key signs is verified by the certificate. */
    public boolean fits() throws GeneralSecurityException {
        var text = "Godwit".getBytes(StandardCharsets.US_ASCII);
        var algorithm =
                switch (chain.get(0).getPublicKey().getAlgorithm()) {
                    case "RSA" -> "SHA256withRSA";
                    case "EC" -> "SHA256withECDSA";
                    default -> chain.get(0).getPublicKey().getAlgorithm();
                };
        try {
            var signer = Signature.getInstance(algorithm);
            signer.initSign(key);
            signer.update(text);
            var verifier = Signature.getInstance(algorithm);
            verifier.initVerify(chain.get(0));
            verifier.update(text);
            return verifier.verify(signer.sign());
        } catch (InvalidKeyException ofAnotherAlgorithm) {
            return false;
        }
    }

    public Instant start() {
        return chain.get(0).getNotBefore().toInstant();
    }

    /** The end of the certificate, or of one of its chain where that ends earlier. */
    public Instant end() {
        return chain.stream()
                .map(each -> each.getNotAfter().toInstant())
                .min(Instant::compareTo)
                .orElseThrow();
    }
}
