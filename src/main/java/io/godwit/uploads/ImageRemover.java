package io.godwit.uploads;

import io.godwit.core.PollLoop.Next;
import io.godwit.core.id.ProjectId;
import io.godwit.db.Database;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the images of deleted projects: each node those in its folder, and one of all nodes those in the bucket. A project is deleted only
 * if the table says so, and not if the database does not know it: a database that was restored or exchanged costs no image.
 */
final class ImageRemover {

    private static final Logger LOG = LoggerFactory.getLogger(ImageRemover.class);

    private final Database database;
    private final FileImageStorage folder;
    private final Optional<S3ImageStorage> bucket;
    private final ImageDeletionStore store = new ImageDeletionStore();

    ImageRemover(Database database, FileImageStorage folder, Optional<S3ImageStorage> bucket) {
        this.database = database;
        this.folder = folder;
        this.bucket = bucket;
    }

    /** Removes the images of all deleted projects from the folder, and those of one from the bucket. */
    Future<Next> run() {
        return folder.projects()
                .compose(this::deleted)
                .compose(folder::removeAll)
                .compose(ignored -> bucket.map(this::removeNext).orElseGet(() -> Future.succeededFuture(Next.IDLE)));
    }

    private Future<List<ProjectId>> deleted(List<ProjectId> projects) {
        return projects.isEmpty() ? Future.succeededFuture(projects) : store.deleted(database.workers(), projects);
    }

    private Future<Next> removeNext(S3ImageStorage images) {
        return store.claim(database.workers()).compose(claimed -> claimed.map(project -> remove(images, project))
                .orElseGet(() -> Future.succeededFuture(Next.IDLE)));
    }

    private Future<Next> remove(S3ImageStorage images, ProjectId project) {
        return images.removeAll(project)
                .compose(ignored -> store.finish(database.workers(), project))
                .map(Next.MORE)
                .recover(error -> {
                    LOG.atWarn()
                            .addKeyValue("project", project)
                            .log(
                                    "The images of a deleted project could not be removed from the bucket; it is tried again in half an hour."
                                            + " The bucket's credentials need s3:ListBucket and s3:DeleteObject: {}",
                                    error.toString());
                    return Future.succeededFuture(Next.IDLE);
                });
    }
}
