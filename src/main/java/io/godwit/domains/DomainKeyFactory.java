package io.godwit.domains;

import io.godwit.core.CorrettoProvider;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;

/**
 * Generates and parses RSA keys of 2048 bits, which every receiver verifies (RFC 8301 §3.2), and Ed25519 keys (RFC 8463), which
 * some do.
 */
final class DomainKeyFactory {

    private static final String RSA = "RSA";
    private static final String ED25519 = "Ed25519";
    private static final int BITS = 2048;

    /** Generates one key at a time: a key costs up to half a second of a core with the JDK's cryptography. */
    private final WorkerExecutor worker;

    DomainKeyFactory(Vertx vertx) {
        this.worker = vertx.createSharedWorkerExecutor("domains-keys", 1);
    }

    Future<KeyPair> generate() {
        return worker.executeBlocking(DomainKeyFactory::random, false);
    }

    Future<KeyPair> generateEd25519() {
        return worker.executeBlocking(
                () -> KeyPairGenerator.getInstance(ED25519).generateKeyPair(), false);
    }

    static PrivateKey read(byte[] pkcs8) {
        return read(RSA, pkcs8);
    }

    static PrivateKey readEd25519(byte[] pkcs8) {
        return read(ED25519, pkcs8);
    }

    private static PrivateKey read(String algorithm, byte[] pkcs8) {
        try {
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
        } catch (GeneralSecurityException unreadable) {
            throw new IllegalStateException("A domain's private key cannot be read", unreadable);
        }
    }

    private static KeyPair random() throws GeneralSecurityException {
        var generator = generator();
        generator.initialize(BITS);
        return generator.generateKeyPair();
    }

    private static KeyPairGenerator generator() throws GeneralSecurityException {
        var amazon = CorrettoProvider.cryptography();
        return amazon.isPresent() ? KeyPairGenerator.getInstance(RSA, amazon.get()) : KeyPairGenerator.getInstance(RSA);
    }
}
