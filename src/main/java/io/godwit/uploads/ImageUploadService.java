package io.godwit.uploads;

import io.godwit.core.PollLoop;
import io.godwit.db.Database;
import io.godwit.projects.ProjectDeletionListener;
import io.godwit.web.Routes;
import io.godwit.web.idempotency.IdempotentHandler;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.time.Duration;
import java.util.Optional;

/** Stores and serves the uploaded images of all projects; one instance per node. */
public final class ImageUploadService {

    /** The workers that write images; each holds one image of up to 10 MB. */
    private static final int WORKERS = 2;

    /** The pause between searches for images of deleted projects; a deletion wakes the search. */
    private static final Duration POLL = Duration.ofMinutes(5);

    private final WorkerExecutor workers;
    private final FileImageStorage folder;
    private final Optional<S3ImageStorage> bucket;

    private ImageUploadService(WorkerExecutor workers, FileImageStorage folder, Optional<S3ImageStorage> bucket) {
        this.workers = workers;
        this.folder = folder;
        this.bucket = bucket;
    }

    /**
     * Starts the service; completes when unfinished files of a crash are deleted. {@code publicUrl} is this server's
     * address, without a trailing slash.
     */
    public static Future<ImageUploadService> start(Vertx vertx, UploadSettings settings, String publicUrl) {
        var workers = vertx.createSharedWorkerExecutor("uploads-images", WORKERS);
        var folder = new FileImageStorage(settings, publicUrl, workers);
        var bucket = settings.bucket().map(chosen -> new S3ImageStorage(vertx, chosen, workers));
        return folder.deleteUnfinished().map(new ImageUploadService(workers, folder, bucket));
    }

    /** Notes the deletion of a project, so that all nodes remove its images. */
    public static ProjectDeletionListener deletionListener() {
        return new ImageDeletionStore()::add;
    }

    /** The endpoints of uploads. */
    public Routes routes(IdempotentHandler idempotency) {
        return new UploadRoutes(bucket.<ImageStorage>map(images -> images).orElse(folder), folder, idempotency);
    }

    /** Starts the loop that removes the images of deleted projects, on the caller's context; stop the loop to end it. */
    public PollLoop startRemoval(Vertx vertx, Database database) {
        return PollLoop.start(vertx, "uploads-remove", POLL, new ImageRemover(database, folder, bucket)::run);
    }

    /** Closes the workers and the S3 client. */
    public Future<Void> stop() {
        bucket.ifPresent(S3ImageStorage::close);
        return workers.close();
    }
}
