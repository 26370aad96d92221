package io.godwit.modules;

import io.godwit.search.SearchRoutes;
import io.godwit.web.Routes;
import java.util.List;

/** Wires the search over all kinds of things. */
public final class SearchModule implements FeatureModule {

    private final NodeContext node;

    public SearchModule(NodeContext node) {
        this.node = node;
    }

    @Override
    public List<Routes> routes() {
        return List.of(new SearchRoutes(node.database()));
    }
}
