package io.godwit.uploads;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.PrivateFiles;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.web.FileBody;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores images in a folder of this node, with one folder inside for each project. */
final class FileImageStorage implements ImageStorage {

    private static final Logger LOG = LoggerFactory.getLogger(FileImageStorage.class);

    /** The folder files are written to before they get their name; no project has this name. */
    private static final String UNFINISHED = "unfinished";

    /** The age from which nobody writes an unfinished file any more: another node may be at a newer one in a folder of both. */
    private static final Duration LEFT_BEHIND = Duration.ofHours(1);

    private final Path folder;
    private final boolean isPrivate;
    private final String publicUrl;
    private final WorkerExecutor workers;

    /** {@code publicUrl} has no trailing slash. */
    FileImageStorage(UploadSettings settings, String publicUrl, WorkerExecutor workers) {
        this.folder = settings.folder();
        this.isPrivate = settings.isPrivate();
        this.publicUrl = publicUrl;
        this.workers = workers;
    }

    /** Closes a folder of this server alone to other users, and deletes unfinished files of a crash an hour ago or earlier. */
    Future<Void> deleteUnfinished() {
        return workers.executeBlocking(this::deleteUnfinishedNow, false).recover(undeleted -> {
            LOG.warn("Unfinished uploads could not be deleted: {}", undeleted.toString());
            return Future.succeededFuture();
        });
    }

    private Void deleteUnfinishedNow() throws IOException {
        if (Files.isDirectory(folder)) {
            create(folder);
        }
        var unfinished = folder.resolve(UNFINISHED);
        if (Files.isDirectory(unfinished)) {
            try (var files = Files.list(unfinished)) {
                for (var file : files.filter(FileImageStorage::isLeftBehind).toList()) {
                    Files.deleteIfExists(file);
                }
            }
        }
        return null;
    }

    /** Returns whether the file is old; true also for one that is gone meanwhile. */
    private static boolean isLeftBehind(Path file) {
        return file.toFile().lastModified() < Instant.now().minus(LEFT_BEHIND).toEpochMilli();
    }

    @Override
    public Future<Void> put(ImageKey key, byte[] content) {
        return workers.executeBlocking(() -> write(key, content), false).recover(FileImageStorage::refused);
    }

    private Void write(ImageKey key, byte[] content) throws IOException {
        create(folder);
        var aside = Files.createDirectories(folder.resolve(UNFINISHED)).resolve(key.name());
        try {
            try (var channel = FileChannel.open(aside, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                var bytes = ByteBuffer.wrap(content);
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.createDirectories(path(key).getParent());
            Files.move(aside, path(key), StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(aside);
        }
        return null;
    }

    private void create(Path directory) throws IOException {
        if (isPrivate) {
            PrivateFiles.createOwnDirectory(directory);
        } else {
            Files.createDirectories(directory);
        }
    }

    private static Future<Void> refused(Throwable error) {
        if (!(error instanceof IOException)) {
            return Future.failedFuture(error);
        }
        LOG.error("An image could not be stored in the uploads folder: {}", error.toString());
        return Future.failedFuture(Failure.later(
                Kind.SERVICE_UNAVAILABLE, "The image could not be stored: the uploads folder cannot be written", 10));
    }

    @Override
    public Future<Void> remove(ImageKey key) {
        return workers.executeBlocking(() -> Files.deleteIfExists(path(key)), false)
                .<Void>mapEmpty()
                .otherwiseEmpty();
    }

    @Override
    public String url(ImageKey key) {
        return publicUrl + UploadRoutes.FILES + "/" + key;
    }

    /** Finds the image as a file; empty when there is none. */
    Future<Optional<FileBody>> find(ImageKey key) {
        return workers.executeBlocking(() -> file(path(key)), false);
    }

    private static Optional<FileBody> file(Path path) throws IOException {
        return Files.isRegularFile(path) ? Optional.of(new FileBody(path, Files.size(path))) : Optional.empty();
    }

    /** Lists the projects with a folder of images. */
    Future<List<ProjectId>> projects() {
        return workers.executeBlocking(this::listProjects, false);
    }

    private List<ProjectId> listProjects() throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (var folders = Files.list(folder)) {
            return folders.map(found -> found.getFileName().toString())
                    .flatMap(name -> Ids.parse(name).filter(id -> id.toString().equals(name)).stream())
                    .map(ProjectId::new)
                    .toList();
        }
    }

    /** Removes all images of these projects, one project after the other. */
    Future<Void> removeAll(List<ProjectId> projects) {
        return workers.executeBlocking(
                () -> {
                    for (var project : projects) {
                        delete(folder.resolve(project.toString()));
                    }
                    return null;
                },
                false);
    }

    /** Deletes a folder with its files; one that another node deletes at the same time is gone as well. */
    private static void delete(Path images) throws IOException {
        try (var files = Files.list(images)) {
            for (var file : files.toList()) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(images);
        } catch (NoSuchFileException | DirectoryNotEmptyException changed) {
            LOG.debug("A folder of images has changed while it was deleted", changed);
        }
    }

    private Path path(ImageKey key) {
        return folder.resolve(key.project().toString()).resolve(key.name());
    }
}
