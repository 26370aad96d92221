package io.godwit.reputation;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.MemberRole;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.projects.SuspensionService;
import io.godwit.projects.audit.Actor;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.DataResponse;
import io.godwit.web.JsonBody;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.SuccessResponse;
import io.vertx.core.Future;

/** The endpoints of a project's security state, on both of its paths, and of its appeal. */
final class SecurityRoutes implements Routes {

    private static final int RECENT = 10;
    private static final int MAX_APPEAL_LENGTH = 2_000;

    private final Database database;
    private final SuspensionService suspensions;
    private final ReputationStore store = new ReputationStore();

    SecurityRoutes(Database database, SuspensionService suspensions) {
        this.database = database;
        this.suspensions = suspensions;
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/users/@me/projects/:id/security")
                .ofProject("id")
                .answers(SecurityResponse.class)
                .to(call -> state(call.tenant()).map(ApiResponse::ok));
        api.get("/projects/:id/security")
                .ofProject("id")
                .answers(DataResponse.class, SecurityResponse.class)
                .to(call -> state(call.tenant()).map(state -> ApiResponse.ok(DataResponse.of(state))));
        api.post("/projects/:id/security/appeal")
                .ofProject("id")
                .role(MemberRole.ADMIN)
                .evenDisabled()
                .body(SecurityRoutes::message)
                .answers(SuccessResponse.class)
                .fails(Kind.CONFLICT)
                .to(this::appeal);
    }

    private Future<SecurityResponse> state(Tenant tenant) {
        var db = database.requests();
        return store.stats(db, tenant).compose(stats -> store.isOpen(db, tenant).compose(open -> suspensions
                .recent(db, tenant, RECENT)
                .map(recent -> SecurityResponse.of(tenant, stats, open, recent))));
    }

    private static String message(JsonBody body) {
        var text = body.text("message", 1, MAX_APPEAL_LENGTH);
        return body.build(() -> text);
    }

    private Future<ApiResponse> appeal(ApiRequest call) {
        var text = message(call.body());
        return database.transaction(tx -> suspensions.appeal(tx, call.tenant(), Actor.of(call), text))
                .map(recorded -> {
                    if (!recorded) {
                        throw Failure.of(Kind.CONFLICT, "The project is not suspended");
                    }
                    return ApiResponse.ok(SuccessResponse.DONE);
                });
    }
}
