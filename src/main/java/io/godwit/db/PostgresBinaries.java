package io.godwit.db;

import io.godwit.core.StartupException;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;

/**
 * The programs of PostgreSQL, unpacked once from the jar. The programs are unpacked beside their place and renamed into it, so a
 * kill in the middle leaves nothing that looks whole.
 *
 * @param home directory with {@code bin}, {@code lib} and {@code share}; named by the archive's checksum, so another version of
 * the jar finds its own
 */
record PostgresBinaries(Path home) {

    private static final String NAME = "postgres-binaries-";

    private static final String REMEDY =
            ": run a PostgreSQL (15 to 18) yourself and name it with GODWIT_DATABASE_URL=postgresql://user:password@host:port/name";

    /**
     * Finds the programs in {@code cache}, or unpacks them there, which takes seconds and 75 MB. Several processes may do so at
     * once.
     */
    static PostgresBinaries in(Path cache) throws IOException {
        var archive = archive();
        var home = cache.resolve(NAME + Long.toHexString(fingerprint(archive)));
        if (!run(home)) {
            Directories.delete(home);
            unpack(archive, Files.createTempDirectory(cache, NAME), home);
        }
        return new PostgresBinaries(home);
    }

    Path program(String name) {
        return home.resolve("bin").resolve(name);
    }

    /**
     * Deletes the programs that older jars and killed unpackings left in the same directory. For a cache of this server alone.
     */
    void removeOthers() throws IOException {
        try (var others = Files.newDirectoryStream(home.resolveSibling(""), NAME + "*")) {
            for (var other : others) {
                if (!other.equals(home)) {
                    Directories.delete(other);
                }
            }
        }
    }

    /** Finds the programs for this platform; fails with a sentence where none are bundled. */
    static URL archive() {
        var found = PostgresBinaries.class.getResource("/postgres-" + system() + "-" + processor() + ".txz");
        if (found == null) {
            throw new StartupException("No PostgreSQL is bundled for " + System.getProperty("os.name") + " on "
                    + System.getProperty("os.arch") + REMEDY);
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

    /** The archive's checksum as the jar's directory states it: nothing needs to be read. */
    private static long fingerprint(URL archive) throws IOException {
        var connection = archive.openConnection();
        return connection instanceof JarURLConnection jar
                ? jar.getJarEntry().getCrc()
                : connection.getContentLengthLong();
    }

    private static void unpack(URL archive, Path half, Path home) throws IOException {
        try (var packed = archive.openStream()) {
            TarXz.unpack(packed, half);
        }
        Directories.openToAll(half);
        if (!run(half)) {
            throw new StartupException("The bundled PostgreSQL does not run on this machine (it wants glibc, and a disk"
                    + " that allows programs in " + home.resolveSibling("") + ")" + REMEDY);
        }
        moveIfAbsent(half, home);
    }

    /** True when the programs run. They do not when they are missing, damaged by a power cut, or made for another machine. */
    private static boolean run(Path home) {
        return OsProcess.succeeds(home.resolve("bin/postgres").toString(), "--version");
    }

    private static void moveIfAbsent(Path half, Path home) throws IOException {
        try {
            Files.move(half, home, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException lost) {
            Directories.delete(half);
            if (!Files.isDirectory(home)) {
                throw lost;
            }
        }
    }
}
