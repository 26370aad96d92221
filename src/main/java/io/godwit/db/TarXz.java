package io.godwit.db;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** Unpacks a {@code .txz} with its links and its executable bits, which {@code java.util.zip} cannot. */
final class TarXz {

    private static final int OWNER_EXECUTES = 0100;

    private TarXz() {}

    static void unpack(InputStream packed, Path target) throws IOException {
        try (var tar = new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(packed)))) {
            for (var entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                write(entry, tar, inside(target, entry.getName()));
            }
        }
    }

    private static Path inside(Path target, String name) throws IOException {
        var path = target.resolve(name).normalize();
        if (!path.startsWith(target)) {
            throw new IOException("The archive holds a file outside itself: " + name);
        }
        return path;
    }

    private static void write(TarArchiveEntry entry, InputStream bytes, Path path) throws IOException {
        if (entry.isDirectory()) {
            Files.createDirectories(path);
            return;
        }
        Files.createDirectories(path.resolveSibling(""));
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
        } else {
            Files.copy(bytes, path);
            Files.setPosixFilePermissions(path, permissions((entry.getMode() & OWNER_EXECUTES) != 0));
        }
    }

    private static Set<PosixFilePermission> permissions(boolean executable) {
        return new HashSet<>(PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
    }
}
