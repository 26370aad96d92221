package io.godwit.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;

/**
 * The programs of PostgreSQL, unpacked once from the jar. They are unpacked beside their place and renamed into it, so a
 * kill in the middle leaves nothing that looks whole.
 */
final class PostgresBinaries {

    private final Path home;

    private PostgresBinaries(Path home) {
        this.home = home;
    }

    /** Finds them in {@code cache}, or unpacks them there, which takes seconds and 75 MB. Several processes may do so at once. */
    static PostgresBinaries in(Path cache) throws IOException {
        var archive = archive();
        var home = cache.resolve("postgres-binaries-" + Long.toHexString(fingerprint(archive)));
        if (!Files.isDirectory(home)) {
            var half = Files.createTempDirectory(cache, "postgres-binaries-half-");
            try (var packed = archive.openStream()) {
                Archive.unpack(packed, half);
            }
            Directories.openToAll(half);
            moveUnlessThere(half, home);
        }
        return new PostgresBinaries(home);
    }

    Path program(String name) {
        return home.resolve("bin").resolve(name);
    }

    private static URL archive() {
        var name = "postgres-" + system() + "-" + processor() + ".txz";
        var found = PostgresBinaries.class.getResource("/" + name);
        if (found == null) {
            throw new IllegalStateException(
                    "No PostgreSQL is bundled for " + System.getProperty("os.name") + " on "
                            + System.getProperty("os.arch")
                            + ": run one yourself (15 to 18) and name it with GODWIT_DATABASE_URL=postgresql://user:password@host:port/name");
        }
        return found;
    }

    private static String system() {
        var name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        return name.startsWith("mac") ? "darwin" : name;
    }

    private static String processor() {
        return switch (System.getProperty("os.arch")) {
            case "amd64", "x86_64" -> "x86_64";
            case "aarch64" -> "arm_64";
            default -> System.getProperty("os.arch");
        };
    }

    /** The archive's checksum from the jar's directory, so another version gets another place without reading it. */
    private static long fingerprint(URL archive) throws IOException {
        if (archive.openConnection() instanceof JarURLConnection jar) {
            return jar.getJarEntry().getCrc();
        }
        return archive.openConnection().getContentLengthLong();
    }

    private static void moveUnlessThere(Path half, Path home) throws IOException {
        try {
            Files.move(half, home, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException lost) {
            Directories.delete(half);
            if (!Files.isDirectory(home)) {
                throw new UncheckedIOException("The PostgreSQL programs could not be unpacked to " + home, lost);
            }
        }
    }
}
