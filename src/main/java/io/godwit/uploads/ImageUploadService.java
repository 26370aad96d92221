package io.godwit.uploads;

import io.godwit.web.Routes;
import io.godwit.web.idempotency.IdempotentHandler;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;

/** Stores and serves the uploaded images of all projects; one instance per node. */
public final class ImageUploadService {

    /** The workers that write images; each holds one image of up to 10 MB. */
    private static final int WORKERS = 2;

    private final WorkerExecutor workers;
    private final FileImageStorage folder;
    private final ImageStorage storage;

    private ImageUploadService(WorkerExecutor workers, FileImageStorage folder, ImageStorage storage) {
        this.workers = workers;
        this.folder = folder;
        this.storage = storage;
    }

    /**
     * Starts the service; completes when unfinished files of a crash are deleted. {@code publicUrl} is this server's
     * address, without a trailing slash.
     */
    public static Future<ImageUploadService> start(Vertx vertx, UploadSettings settings, String publicUrl) {
        var workers = vertx.createSharedWorkerExecutor("uploads-images", WORKERS);
        var folder = new FileImageStorage(settings, publicUrl, workers);
        var storage = settings.bucket()
                .<ImageStorage>map(bucket -> new S3ImageStorage(bucket, workers))
                .orElse(folder);
        return folder.deleteUnfinished().map(new ImageUploadService(workers, folder, storage));
    }

    /** The endpoints of uploads. */
    public Routes routes(IdempotentHandler idempotency) {
        return new UploadRoutes(storage, folder, idempotency);
    }

    /** Closes the workers and the S3 client. */
    public Future<Void> stop() {
        if (storage instanceof S3ImageStorage bucket) {
            bucket.close();
        }
        return workers.close();
    }
}
