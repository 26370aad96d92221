package io.godwit.uploads;

import io.godwit.web.Idempotency;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;

/** The images of all projects; one per node. */
public final class Uploads {

    /** Each holds one image of up to 10 MB while it is written. */
    private static final int WORKERS = 2;

    private final WorkerExecutor workers;
    private final FolderShelf folder;
    private final Shelf shelf;

    private Uploads(WorkerExecutor workers, FolderShelf folder, Shelf shelf) {
        this.workers = workers;
        this.folder = folder;
        this.shelf = shelf;
    }

    /** Completes when what a crash left is cleared away. {@code publicUrl} is where we are reached, without a trailing slash. */
    public static Future<Uploads> start(Vertx vertx, UploadSettings settings, String publicUrl) {
        var workers = vertx.createSharedWorkerExecutor("uploads", WORKERS);
        var folder = new FolderShelf(settings.folder(), publicUrl, workers);
        var shelf = settings.bucket()
                .<Shelf>map(bucket -> new BucketShelf(bucket, workers))
                .orElse(folder);
        return folder.tidy().map(new Uploads(workers, folder, shelf));
    }

    /** The endpoints of uploads. */
    public Routes routes(Idempotency idempotency) {
        return new UploadRoutes(shelf, folder, idempotency);
    }

    /** Ends what the image store keeps open. */
    public Future<Void> stop() {
        if (shelf instanceof BucketShelf bucket) {
            bucket.close();
        }
        return workers.close();
    }
}
