package io.godwit.reputation;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.MemberRole;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.projects.Actor;
import io.godwit.projects.SuspensionService;
import io.godwit.projects.SuspensionService.Suspension;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
        api.get("/users/@me/projects/:id/security").ofProject("id").to(call -> state(call.tenant())
                .map(ApiResponse::ok));
        api.get("/projects/:id/security").ofProject("id").to(call -> state(call.tenant())
                .map(state -> ApiResponse.ok(Map.of("success", true, "data", state))));
        api.post("/projects/:id/security/appeal")
                .ofProject("id")
                .role(MemberRole.ADMIN)
                .evenDisabled()
                .to(this::appeal);
    }

    private Future<Map<String, @Nullable Object>> state(Tenant tenant) {
        var db = database.requests();
        return store.stats(db, tenant).compose(stats -> store.isOpen(db, tenant)
                .compose(open ->
                        suspensions.recent(db, tenant, RECENT).map(recent -> state(tenant, stats, open, recent))));
    }

    private static Map<String, @Nullable Object> state(
            Tenant tenant, SendingStats stats, boolean open, List<Suspension> recent) {
        var judgement = ReputationResult.of(stats);
        var status = new LinkedHashMap<String, @Nullable Object>();
        status.put("projectId", tenant.project().toString());
        status.put("isHealthy", judgement.level() == RiskLevel.HEALTHY);
        status.put("shouldDisable", judgement.suspends());
        status.put("twentyFourHour", rates(stats.day()));
        status.put("sevenDay", rates(stats.week()));
        status.put("allTime", rates(stats.allTime()));
        status.put("isNewProject", stats.isNew());
        status.put("violations", judgement.violations());
        status.put("warnings", judgement.warnings());
        var levels = new LinkedHashMap<String, @Nullable Object>();
        levels.put("bounce7Day", RateThreshold.BOUNCE_7_DAY.level(stats).word());
        levels.put("bounceAllTime", RateThreshold.BOUNCE_ALL_TIME.level(stats).word());
        levels.put("complaint7Day", RateThreshold.COMPLAINT_7_DAY.level(stats).word());
        levels.put(
                "complaintAllTime",
                RateThreshold.COMPLAINT_ALL_TIME.level(stats).word());
        var state = new LinkedHashMap<String, @Nullable Object>();
        state.put("status", status);
        state.put("levels", levels);
        state.put("isDisabled", !open);
        state.put("suspensions", recent);
        return state;
    }

    private static Map<String, Object> rates(Rates rates) {
        var members = new LinkedHashMap<String, Object>();
        members.put("total", rates.total());
        members.put("bounces", rates.bounces());
        members.put("complaints", rates.complaints());
        members.put("bounceRate", rates.bounceRate());
        members.put("complaintRate", rates.complaintRate());
        return members;
    }

    private Future<ApiResponse> appeal(ApiRequest call) {
        var body = call.body();
        var text = body.text("message", 1, MAX_APPEAL_LENGTH);
        body.build(() -> text);
        return database.transaction(tx -> suspensions.appeal(tx, call.tenant(), Actor.of(call), text))
                .map(noted -> {
                    if (!noted) {
                        throw Failure.of(Kind.CONFLICT, "The project is not suspended");
                    }
                    return ApiResponse.ok(Map.of("success", true));
                });
    }
}
