package io.godwit.config;

import io.godwit.web.Access;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;

/** Serves {@code GET /config}: the features of this deployment, for pages that adapt to it. Nothing in it is secret. */
public final class ConfigRoutes implements Routes {

    private final ConfigResponse config;

    public ConfigRoutes(Settings settings) {
        this.config = ConfigResponse.of(settings);
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/config")
                .access(Access.OPEN)
                .answers(ConfigResponse.class)
                .to(ignored -> Future.succeededFuture(ApiResponse.ok(config)));
    }
}
