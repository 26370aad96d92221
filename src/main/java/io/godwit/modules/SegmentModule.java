package io.godwit.modules;

import io.godwit.config.NodeRole;
import io.godwit.segments.api.SegmentDependencies;
import io.godwit.web.Routes;
import io.vertx.core.Deployable;
import java.util.List;

/** Wires segments: their routes and the computation of their members. */
public final class SegmentModule implements FeatureModule {

    private final NodeContext node;
    private final SharedServices shared;
    private final SegmentDependencies segments;

    public SegmentModule(NodeContext node, SharedServices shared) {
        this.node = node;
        this.shared = shared;
        this.segments = new SegmentDependencies(
                node.vertx(),
                node.database(),
                shared.segments(),
                shared.events(),
                node.settings().segments());
    }

    @Override
    public List<Routes> routes() {
        return List.of(segments.routes(
                shared.contactWriter(), shared.usages().ofSegments(), shared.cursors(), shared.idempotency()));
    }

    @Override
    public List<Deployable> verticles() {
        return node.has(NodeRole.SEGMENT) ? List.of(segments.verticle()) : List.of();
    }
}
