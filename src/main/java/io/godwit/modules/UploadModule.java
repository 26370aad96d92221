package io.godwit.modules;

import io.godwit.config.NodeRole;
import io.godwit.core.PollLoop;
import io.godwit.uploads.ImageUploadService;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/** Wires the upload of images for emails. */
public final class UploadModule implements FeatureModule {

    private final NodeContext node;
    private final SharedServices shared;
    private final Optional<ImageUploadService> uploads;

    /** Blocks until the unfinished files of a crash are deleted, on a node with the role {@code http}. */
    public UploadModule(NodeContext node, SharedServices shared) {
        this.node = node;
        this.shared = shared;
        this.uploads = node.has(NodeRole.HTTP) ? Optional.of(start(node)) : Optional.empty();
    }

    private static ImageUploadService start(NodeContext node) {
        return ImageUploadService.start(node.vertx(), node.settings().uploads(), node.publicUrl())
                .await();
    }

    @Override
    public List<Routes> routes() {
        return uploads.map(service -> service.routes(shared.idempotency())).stream()
                .toList();
    }

    @Override
    public List<PollLoop> loops() {
        return uploads.map(this::startRemoval).stream().toList();
    }

    private PollLoop startRemoval(ImageUploadService service) {
        var loop = service.startRemoval(node.vertx(), node.database());
        shared.projects().onReset(loop::wake);
        return loop;
    }

    @Override
    public Future<Void> close() {
        return uploads.map(ImageUploadService::stop).orElseGet(Future::succeededFuture);
    }
}
