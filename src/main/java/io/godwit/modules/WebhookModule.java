package io.godwit.modules;

import io.godwit.config.NodeRole;
import io.godwit.dns.DnsResolver;
import io.godwit.web.Routes;
import io.godwit.webhooks.WebhookDependencies;
import io.godwit.webhooks.WebhookRoutes;
import io.godwit.webhooks.WebhookVerticle;
import io.godwit.workflows.CallResumer;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import java.util.List;

/** Wires the webhook calls that workflows make. */
public final class WebhookModule implements FeatureModule {

    private final NodeContext node;
    private final DnsResolver dns;

    public WebhookModule(NodeContext node) {
        this.node = node;
        this.dns = new DnsResolver(node.vertx(), node.settings().dns());
    }

    @Override
    public List<Routes> routes() {
        return List.of(new WebhookRoutes(node.database(), node.crypto()));
    }

    @Override
    public List<Deployable> verticles() {
        return node.has(NodeRole.WORKFLOW) ? List.of(verticle()) : List.of();
    }

    private Deployable verticle() {
        var resumer = new CallResumer(node.vertx(), node.bus());
        var dependencies =
                new WebhookDependencies(node.database(), node.bus(), node.crypto(), dns, resumer, node.tracer());
        return new WebhookVerticle(dependencies, node.settings().webhooks(), node.meters());
    }

    @Override
    public Future<Void> close() {
        return dns.close();
    }
}
