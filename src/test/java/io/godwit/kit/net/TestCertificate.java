package io.godwit.kit.net;

import io.vertx.core.net.PfxOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocketFactory;

/** A self-signed certificate for {@code localhost} and 127.0.0.1, made by the JDK's keytool. */
public record TestCertificate(Path store) {

    private static final String PASSWORD = "changeit";

    public static TestCertificate make(Path folder) {
        return make(folder, "dns:localhost,ip:127.0.0.1");
    }

    /** For other names, as keytool writes them: {@code dns:a.test,ip:127.0.0.1}. */
    public static TestCertificate make(Path folder, String names) {
        var store = folder.resolve("sink.p12");
        run(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "sink",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=" + names,
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD));
        return new TestCertificate(store);
    }

    private static void run(List<String> command) {
        try {
            var process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (process.waitFor() != 0) {
                throw new AssertionError("keytool failed with " + process.exitValue());
            }
        } catch (IOException | InterruptedException failed) {
            throw new AssertionError(failed);
        }
    }

    /** For whoever is to trust it. */
    public String certificatePem() {
        try {
            return pem("CERTIFICATE", open().getCertificate("sink").getEncoded());
        } catch (GeneralSecurityException | IOException failed) {
            throw new AssertionError(failed);
        }
    }

    /** For a server that is no JVM. */
    public String keyPem() {
        try {
            return pem(
                    "PRIVATE KEY", open().getKey("sink", PASSWORD.toCharArray()).getEncoded());
        } catch (GeneralSecurityException | IOException failed) {
            throw new AssertionError(failed);
        }
    }

    private KeyStore open() throws GeneralSecurityException, IOException {
        return KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    }

    private static String pem(String what, byte[] bytes) {
        var lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        return "-----BEGIN " + what + "-----\n" + lines + "\n-----END " + what + "-----\n";
    }

    /** For a server that is plain Java. */
    public SSLServerSocketFactory sockets() {
        try {
            var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(open(), PASSWORD.toCharArray());
            var context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context.getServerSocketFactory();
        } catch (GeneralSecurityException | IOException failed) {
            throw new AssertionError(failed);
        }
    }

    public PfxOptions serverOptions() {
        return new PfxOptions().setPath(store.toString()).setPassword(PASSWORD);
    }
}
