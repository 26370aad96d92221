package io.godwit.modules;

import io.godwit.templates.TemplateRoutes;
import io.godwit.web.Routes;
import java.util.List;

/** Wires stored templates. */
public final class TemplateModule implements FeatureModule {

    private final NodeContext node;
    private final SharedServices shared;

    public TemplateModule(NodeContext node, SharedServices shared) {
        this.node = node;
        this.shared = shared;
    }

    @Override
    public List<Routes> routes() {
        var dependencies = new TemplateRoutes.Dependencies(
                node.database(),
                shared.templates(),
                shared.domains()::requireVerified,
                shared.usages().ofTemplates(),
                shared.attachmentWorkers());
        return List.of(new TemplateRoutes(dependencies, shared.cursors(), shared.idempotency()));
    }
}
