package io.godwit.backup;

import io.godwit.core.PrivateFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The files of an installation that belong to a backup, besides its keys: the send journal, the self-made certificate, the demo
 * projects' keys, and images.
 *
 * @param images folder of the images
 */
record DataFiles(Path dataDir, Path images) {

    private static final List<String> OF_DATA = List.of("journal", "submission", "demo.json");

    /** The folder of images that are being written ({@code uploads.FileImageStorage}); they have no name yet. */
    private static final String UNFINISHED = "unfinished";

    /**
     * The emails at their final dot ({@code sending.results.FinalDotJournal}). Those of a running server are newer than the rows, and
     * without the file every email that was being sent counts as one in doubt, which is true.
     */
    private static final String DOTS = "dots";

    /** Names in a data directory that no restore minds: programs that were unpacked before it. */
    private static final String PROGRAMS = "postgres-binaries-";

    DataFiles {
        dataDir = dataDir.toAbsolutePath().normalize();
        images = images.toAbsolutePath().normalize();
    }

    /** Adds all but the images. A file that is deleted meanwhile is left out. */
    void addData(BackupWriter writer) throws IOException {
        for (var name : OF_DATA) {
            add(writer, BackupEntries.DATA, dataDir, dataDir.resolve(name));
        }
    }

    void addImages(BackupWriter writer) throws IOException {
        add(writer, BackupEntries.IMAGES, images, images);
    }

    private static void add(BackupWriter writer, String prefix, Path root, Path part) throws IOException {
        if (Files.exists(part)) {
            Files.walkFileTree(part, new Addition(writer, prefix, root));
        }
    }

    private static final class Addition extends SimpleFileVisitor<Path> {

        private final BackupWriter writer;
        private final String prefix;
        private final Path root;

        private Addition(BackupWriter writer, String prefix, Path root) {
            this.writer = writer;
            this.prefix = prefix;
            this.root = root;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            return directory.endsWith(UNFINISHED) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            if (file.endsWith(DOTS)) {
                return FileVisitResult.CONTINUE;
            }
            try {
                writer.addFile(prefix + root.relativize(file), Files.readAllBytes(file));
            } catch (NoSuchFileException deletedMeanwhile) {
                return FileVisitResult.CONTINUE;
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failed) throws IOException {
            if (failed instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw failed;
        }
    }

    /** Throws an exception with a sentence unless a restore would overwrite nothing. */
    void requireEmpty() throws IOException {
        requireEmpty(dataDir, "GODWIT_DATA_DIR");
        requireEmpty(images, "GODWIT_UPLOADS_DIR");
    }

    private static void requireEmpty(Path directory, String setting) throws IOException {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (var files = Files.list(directory)) {
            if (files.anyMatch(file -> !String.valueOf(file.getFileName()).startsWith(PROGRAMS))) {
                throw new BackupException("The directory " + directory
                        + " is not empty, and a restore overwrites nothing: name an empty or a new one with "
                        + setting);
            }
        }
    }

    /** Writes an entry of a backup to its place, readable by its owner alone, and to the disk. */
    void restore(String entry, InputStream content) throws IOException {
        var path = place(entry);
        PrivateFiles.createDirectories(path.resolveSibling(""));
        try (var channel = PrivateFiles.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            content.transferTo(Channels.newOutputStream(channel));
            channel.force(true);
        }
    }

    private Path place(String entry) {
        return entry.startsWith(BackupEntries.IMAGES)
                ? inside(images, entry.substring(BackupEntries.IMAGES.length()))
                : inside(dataDir, entry.substring(BackupEntries.DATA.length()));
    }

    private static Path inside(Path root, String name) {
        var path = root.resolve(name).normalize();
        if (!path.startsWith(root) || path.equals(root)) {
            throw new BackupException("The backup holds a file outside of its folders: " + name);
        }
        return path;
    }

    /** Makes the names of all restored files durable. */
    void sync() throws IOException {
        for (var directory : directories()) {
            try (var names = FileChannel.open(directory, StandardOpenOption.READ)) {
                names.force(true);
            }
        }
    }

    private Set<Path> directories() throws IOException {
        var found = new HashSet<Path>();
        for (var part : List.of(dataDir, images, dataDir.resolve("journal"), dataDir.resolve("submission"))) {
            if (Files.isDirectory(part)) {
                found.add(part);
            }
        }
        if (Files.isDirectory(images)) {
            try (var projects = Files.list(images)) {
                projects.filter(Files::isDirectory).forEach(found::add);
            }
        }
        return found;
    }
}
