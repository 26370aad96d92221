package io.godwit.kit;

import io.godwit.kit.net.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The classes the jar loads while it starts, read and verified once for all the starts of a build (JEP 350). It lies beside the
 * jar, and is made anew when the jar is newer.
 */
final class ClassArchive {

    /** Writing it takes 7 s of a core, behind a stop; a test machine may be shared by many. */
    private static final Duration WRITTEN = Duration.ofMinutes(2);

    private static boolean triedInVain;

    private ClassArchive() {}

    /** Empty while another test process makes it, or when this Java cannot: a start takes its time then. */
    static synchronized Optional<Path> of(Path jar) {
        var archive = jar.resolveSibling("godwit.jsa");
        try {
            if (triedInVain || isOf(jar, archive)) {
                return Optional.of(archive).filter(Files::exists);
            }
            return made(jar, archive);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static boolean isOf(Path jar, Path archive) throws IOException {
        return Files.exists(archive)
                && Files.getLastModifiedTime(archive).compareTo(Files.getLastModifiedTime(jar)) > 0;
    }

    private static Optional<Path> made(Path jar, Path archive) throws IOException {
        try (var channel = FileChannel.open(
                        jar.resolveSibling("godwit.jsa.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var lock = channel.tryLock()) {
            if (lock == null) {
                return Optional.empty();
            }
            if (!isOf(jar, archive)) {
                make(archive);
            }
            return Optional.of(archive).filter(Files::exists);
        }
    }

    private static void make(Path archive) throws IOException {
        var half = archive.resolveSibling(archive.getFileName() + ".new");
        Files.deleteIfExists(archive);
        var settings = Map.of(
                "GODWIT_CLUSTER_ENABLED",
                "true",
                "GODWIT_CLUSTER_PORT",
                Integer.toString(FreePorts.free()),
                "JAVA_TOOL_OPTIONS",
                GodwitJar.SHORT_LIVED + " -XX:ArchiveClassesAtExit=" + half);
        try (var server = JarServer.startUnpacked(settings)) {
            server.sigterm();
            server.awaitEnd(WRITTEN);
        }
        triedInVain = !Files.exists(half);
        if (!triedInVain) {
            Files.move(half, archive, StandardCopyOption.ATOMIC_MOVE);
        }
    }
}
