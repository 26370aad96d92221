package io.godwit.demo;

import io.godwit.config.Settings;
import io.godwit.core.Tenant;
import io.godwit.core.id.ProjectId;
import io.godwit.db.Database;
import io.godwit.projects.ProjectService;
import io.godwit.web.Access;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.LoopbackCheck;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.Optional;

/**
 * Serves {@code GET /docs/demo-key}: the key with which the documentation's pages try calls out. Only programs of this machine get
 * it, and only while the server catches all mail; those can read the caught messages, and so reset the owner's password, anyway.
 */
public final class DemoKeyRoutes implements Routes {

    private final boolean isTryOut;
    private final Database database;
    private final ProjectService projects;

    public DemoKeyRoutes(Settings settings, Database database, ProjectService projects) {
        this.isTryOut = settings.demoProjects() > 0 && settings.catchesMail();
        this.database = database.anonymous();
        this.projects = projects;
    }

    /**
     * The first demo project's key; all members are null where it is not shown.
     *
     * @param domain a domain emails may be sent from
     */
    record DemoKeyResponse(Optional<String> secretKey, Optional<String> domain) {}

    @Override
    public void mount(RouteTable api) {
        api.get("/docs/demo-key")
                .access(Access.OPEN)
                .confidential()
                .answers(DemoKeyResponse.class)
                .to(this::find);
    }

    private Future<ApiResponse> find(ApiRequest call) {
        var isShown = isTryOut && LoopbackCheck.isLocal(call) && !call.isCrossSite();
        return (isShown ? firstKey() : Future.succeededFuture(Optional.<DemoKeyResponse>empty()))
                .map(found -> found.orElseGet(() -> new DemoKeyResponse(Optional.empty(), Optional.empty())))
                .map(ApiResponse::ok);
    }

    private Future<Optional<DemoKeyResponse>> firstKey() {
        return DemoStore.projects(database.requests(), DemoData.EMAIL)
                .compose(found -> found.isEmpty()
                        ? Future.succeededFuture(Optional.empty())
                        : keyOf(found.get(0)).map(Optional::of));
    }

    private Future<DemoKeyResponse> keyOf(DemoStore.DemoProject demo) {
        return projects.keyPair(database.requests(), Tenant.system(new ProjectId(demo.project())))
                .map(keys -> new DemoKeyResponse(Optional.of(keys.secretKey()), Optional.of(demo.domain())));
    }
}
