package io.godwit.modules;

import io.godwit.config.ConfigRoutes;
import io.godwit.config.NodeRole;
import io.godwit.core.PollLoop;
import io.godwit.dashboard.DashboardRoutes;
import io.godwit.dashboard.DocsRoutes;
import io.godwit.demo.DemoKeyRoutes;
import io.godwit.web.Routes;
import java.util.List;

/** Wires the parts of the API that belong to no feature: {@code GET /config}, the pages of the dashboard and of the
 * documentation, and the expiry of idempotency keys. */
public final class WebModule implements FeatureModule {

    private final NodeContext node;
    private final SharedServices shared;

    public WebModule(NodeContext node, SharedServices shared) {
        this.node = node;
        this.shared = shared;
    }

    @Override
    public List<Routes> routes() {
        return List.of(
                new ConfigRoutes(node.settings()),
                new DashboardRoutes(node.publicUrl()),
                new DocsRoutes(node.publicUrl()),
                new DemoKeyRoutes(node.settings(), node.database(), shared.projects()));
    }

    @Override
    public List<PollLoop> loops() {
        return node.has(NodeRole.HTTP) ? List.of(shared.idempotency().startExpiry(node.vertx())) : List.of();
    }
}
