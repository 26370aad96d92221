package io.godwit.core;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.Provider;
import java.util.Optional;

/**
 * Provides Amazon's cryptography on platforms it has a library for: RSA several times faster than the JDK's, for signatures and
 * keys.
 */
public final class CorrettoProvider {

    /** The provider for the other processor architecture, packed as a jar of its own: both libraries have the same name. */
    private static final String ARM = "/amazon-linux-aarch_64.jar";

    private CorrettoProvider() {}

    /** Empty on a platform without a library; the JDK's own provider is used then. */
    public static Optional<Provider> cryptography() {
        return System.getProperty("os.arch").equals("aarch64") ? ofArm() : ofClassPath();
    }

    private static Optional<Provider> ofClassPath() {
        try {
            return Optional.<Provider>of(AmazonCorrettoCryptoProvider.INSTANCE).filter(CorrettoProvider::isLoaded);
        } catch (LinkageError unavailable) {
            return Optional.empty();
        }
    }

    private static Optional<Provider> ofArm() {
        try (var jar = CorrettoProvider.class.getResourceAsStream(ARM)) {
            return jar == null ? Optional.empty() : of(jar);
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /** Loads the provider out of a jar of its own, apart from the one on the class path. Blocks. */
    static Optional<Provider> of(InputStream jar) throws IOException {
        var file = Files.createTempFile("godwit-amazon-", ".jar");
        try {
            Files.copy(jar, file, StandardCopyOption.REPLACE_EXISTING);
            return loaded(file);
        } finally {
            Files.delete(file);
        }
    }

    /** The loader stays open: it holds the provider's classes as long as this JVM lives. */
    @SuppressWarnings("resource")
    private static Optional<Provider> loaded(Path jar) throws IOException {
        var loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
        try {
            var type = loader.loadClass(AmazonCorrettoCryptoProvider.class.getName());
            return Optional.of((Provider) type.getField("INSTANCE").get(null)).filter(CorrettoProvider::isLoaded);
        } catch (ReflectiveOperationException | LinkageError unavailable) {
            return Optional.empty();
        }
    }

    /** A provider whose library did not load offers nothing. */
    private static boolean isLoaded(Provider provider) {
        return provider.getService("Signature", "SHA256withRSA") != null;
    }
}
