package io.godwit.domains;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.MemberRole;
import io.godwit.core.Tenant;
import io.godwit.core.id.DomainId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.db.Database;
import io.godwit.projects.audit.Actor;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.JsonBody;
import io.godwit.web.Query;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.SuccessResponse;
import io.godwit.web.idempotency.IdempotentHandler;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The endpoints of {@code /domains}. */
public final class DomainRoutes implements Routes {

    private static final String ALL = "/domains";
    private static final String ONE = ALL + "/:id";
    private static final int MAX_TYPED_LENGTH = 1_000;

    private final SenderDomainService domains;
    private final DomainChecker checker;
    private final DomainService service;
    private final IdempotentHandler idempotency;
    private final Database database;

    /** The parts that the endpoints need. */
    public record Dependencies(
            Database database,
            SenderDomainService domains,
            DomainChecker checks,
            DomainUsages uses,
            DomainSettings settings) {}

    public DomainRoutes(Dependencies dependencies, IdempotentHandler idempotency) {
        this.database = dependencies.database();
        this.domains = dependencies.domains();
        this.checker = dependencies.checks();
        this.service = new DomainService(
                dependencies.database(),
                dependencies.domains(),
                dependencies.uses(),
                dependencies.settings().includeSubdomains());
        this.idempotency = idempotency;
    }

    @Override
    public void mount(RouteTable api) {
        api.get(ALL + "/project/:projectId")
                .answers(List.class, DomainResponse.class)
                .to(this::list);
        api.post(ALL)
                .role(MemberRole.ADMIN)
                .idempotent()
                .body(DomainRoutes::name)
                .answers(201, DomainResponse.class)
                .fails(Kind.CONFLICT)
                .to(this::add);
        api.get(ONE).answers(DomainResponse.class).to(call -> withId(call, id -> one(call.tenant(), id)));
        api.get(ONE + "/verify")
                .query(DomainRoutes::authoritative)
                .answers(DomainResponse.CheckResponse.class)
                .to(call -> withId(call, id -> check(call, id)));
        api.post(ONE + "/keys")
                .bodyless()
                .role(MemberRole.ADMIN)
                .idempotent()
                .answers(201, DomainResponse.class)
                .fails(Kind.CONFLICT)
                .to(call -> withId(call, id -> replaceKey(call, id)));
        api.delete(ONE)
                .role(MemberRole.ADMIN)
                .answers(SuccessResponse.class)
                .fails(Kind.CONFLICT)
                .to(call -> withId(call, id -> remove(call, id)));
    }

    private static boolean authoritative(Query query) {
        return query.flag("authoritative").orElse(false);
    }

    /** Lists domains. A key means its own project, whatever the path says; a member has to name the project of the call. */
    private Future<ApiResponse> list(ApiRequest call) {
        var project = call.path("projectId");
        var tenant = call.tenant();
        if (tenant.caller() == Tenant.Caller.MEMBER
                && !Ids.parse(project).map(ProjectId::new).equals(Optional.of(tenant.project()))) {
            return Future.failedFuture(Failure.notFound(Kind.RESOURCE_NOT_FOUND, "Project", project));
        }
        return service.list(tenant)
                .map(all -> ApiResponse.ok(all.stream().map(this::answer).toList()));
    }

    private Future<ApiResponse> add(ApiRequest call) {
        var name = name(call.body());
        var tenant = call.tenant();
        var actor = Actor.of(call);
        return requireAddable(call, name)
                .compose(ignored -> domains.prepare(name))
                .compose(made -> idempotency.once(call, tx -> service.add(tx, tenant, actor, made)
                        .map(added -> ApiResponse.created(answer(added)))));
    }

    /** Reads the domain; a project is named by clients of the first generation, and means nothing. */
    private static String name(JsonBody body) {
        body.optionalText("projectId", 0, MAX_TYPED_LENGTH);
        var domain = body.optionalText("domain", 1, MAX_TYPED_LENGTH).flatMap(DomainNameParser::parse);
        if (!body.has("domain")) {
            body.missing("domain");
        } else if (domain.isEmpty() && body.raw("domain") instanceof String) {
            body.issue(
                    "domain",
                    "invalid_string",
                    "Expected a domain somebody can own, such as example.com or mail.example.com");
        }
        return body.build(() -> domain.orElse(""));
    }

    /** Checks before the costly key is made; skipped for a repeated call, which is answered from the stored answer. */
    private Future<Void> requireAddable(ApiRequest call, String name) {
        return call.claim().isPresent() ? Future.succeededFuture() : service.requireAddable(call.tenant(), name);
    }

    private Future<ApiResponse> one(Tenant tenant, DomainId id) {
        return service.find(database.requests(), tenant, id).map(found -> ApiResponse.ok(answer(found)));
    }

    private Future<ApiResponse> check(ApiRequest call, DomainId id) {
        var pastCaches = authoritative(call.query());
        call.query().check();
        return checker.now(call.tenant(), id, pastCaches)
                .map(checked -> ApiResponse.ok(DomainResponse.CheckResponse.of(checked, checker.records())));
    }

    private Future<ApiResponse> replaceKey(ApiRequest call, DomainId id) {
        var tenant = call.tenant();
        return service.find(database.requests(), tenant, id).compose(domain -> domains.prepare(domain.name())
                .compose(made -> idempotency.once(call, tx -> service.follow(tx, tenant, Actor.of(call), made, id)
                        .map(replaced -> ApiResponse.created(answer(replaced))))));
    }

    private Future<ApiResponse> remove(ApiRequest call, DomainId id) {
        return service.remove(call.tenant(), Actor.of(call), id).map(ignored -> ApiResponse.ok(SuccessResponse.DONE));
    }

    private DomainResponse answer(Domain domain) {
        return DomainResponse.of(domain, checker.records());
    }

    private static Future<ApiResponse> withId(ApiRequest call, Function<DomainId, Future<ApiResponse>> handler) {
        var id = call.path("id");
        return Ids.parse(id)
                .map(DomainId::new)
                .map(handler)
                .orElseGet(() -> Future.failedFuture(DomainChecker.notFound(id)));
    }
}
