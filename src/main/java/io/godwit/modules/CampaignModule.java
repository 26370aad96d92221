package io.godwit.modules;

import io.godwit.campaigns.CampaignDependencies;
import io.godwit.campaigns.CampaignVerticle;
import io.godwit.config.NodeRole;
import io.godwit.web.Routes;
import io.vertx.core.Deployable;
import java.util.List;

/** Wires campaigns. */
public final class CampaignModule implements FeatureModule {

    private final NodeContext node;
    private final SharedServices shared;
    private final BillingModule billing;

    public CampaignModule(NodeContext node, SharedServices shared, BillingModule billing) {
        this.node = node;
        this.shared = shared;
        this.billing = billing;
    }

    @Override
    public List<Routes> routes() {
        var dependencies = new CampaignDependencies(
                node.database(),
                node.bus(),
                shared.segments(),
                shared.domains()::requireVerified,
                shared.attachmentWorkers(),
                billing.quota());
        return List.of(dependencies.routes(shared.cursors(), shared.idempotency()));
    }

    @Override
    public List<Deployable> verticles() {
        return node.has(NodeRole.CAMPAIGN)
                ? List.of(new CampaignVerticle(
                        node.database(),
                        node.bus(),
                        shared.segments(),
                        billing.quota(),
                        node.tracer(),
                        node.settings().campaigns()))
                : List.of();
    }
}
