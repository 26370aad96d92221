package io.godwit.domains;

import io.godwit.core.DomainId;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Ids;
import io.godwit.core.MemberRole;
import io.godwit.core.ProjectId;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.projects.Actor;
import io.godwit.web.Answer;
import io.godwit.web.Api;
import io.godwit.web.Call;
import io.godwit.web.Idempotency;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** {@code /domains}. */
public final class DomainRoutes implements Routes {

    private static final String ALL = "/domains";
    private static final String ONE = ALL + "/:id";
    private static final int LONGEST_TYPED = 1_000;

    private final Domains domains;
    private final Checks checks;
    private final Registry registry;
    private final Idempotency idempotency;
    private final Database database;

    /** The rooms domains work with. */
    public record Ports(Database database, Domains domains, Checks checks, DomainUses uses, DomainSettings settings) {}

    public DomainRoutes(Ports ports, Idempotency idempotency) {
        this.database = ports.database();
        this.domains = ports.domains();
        this.checks = ports.checks();
        this.registry = new Registry(
                ports.database(),
                ports.domains(),
                ports.uses(),
                ports.settings().belowToo());
        this.idempotency = idempotency;
    }

    @Override
    public void mount(Api api) {
        api.get(ALL + "/project/:projectId").to(this::list);
        api.post(ALL).role(MemberRole.ADMIN).idempotent().to(this::add);
        api.get(ONE).to(call -> named(call, id -> one(call.tenant(), id)));
        api.get(ONE + "/verify").to(call -> named(call, id -> check(call, id)));
        api.post(ONE + "/keys")
                .bodyless()
                .role(MemberRole.ADMIN)
                .idempotent()
                .to(call -> named(call, id -> replaceKey(call, id)));
        api.delete(ONE).role(MemberRole.ADMIN).to(call -> named(call, id -> remove(call, id)));
    }

    /** A key means its own project, whatever the path says; a member has to name the project of the call. */
    private Future<Answer> list(Call call) {
        var asked = call.path("projectId");
        var tenant = call.tenant();
        if (tenant.caller() == Tenant.Caller.MEMBER
                && !Ids.parse(asked).map(ProjectId::new).equals(Optional.of(tenant.project()))) {
            return Future.failedFuture(Failure.notFound(Kind.RESOURCE_NOT_FOUND, "Project", asked));
        }
        return registry.list(tenant)
                .map(all -> Answer.ok(all.stream().map(this::answer).toList()));
    }

    private Future<Answer> add(Call call) {
        var body = call.body();
        body.optionalText("projectId", 0, LONGEST_TYPED);
        var domain = body.optionalText("domain", 1, LONGEST_TYPED).flatMap(Hostnames::parse);
        if (!body.has("domain")) {
            body.missing("domain");
        } else if (domain.isEmpty() && body.raw("domain") instanceof String) {
            body.issue(
                    "domain",
                    "invalid_string",
                    "Expected a domain somebody can own, such as example.com or mail.example.com");
        }
        var name = body.build(() -> domain.orElse(""));
        var tenant = call.tenant();
        var actor = Actor.of(call);
        return room(call, name)
                .compose(free -> domains.prepare(name))
                .compose(made -> idempotency.once(
                        call, tx -> registry.add(tx, tenant, actor, made).map(added -> Answer.created(answer(added)))));
    }

    /** A repeated call is answered by what it did the first time. */
    private Future<Void> room(Call call, String name) {
        return call.claim().isPresent() ? Future.succeededFuture() : registry.requireRoom(call.tenant(), name);
    }

    private Future<Answer> one(Tenant tenant, DomainId id) {
        return registry.find(database.requests(), tenant, id).map(found -> Answer.ok(answer(found)));
    }

    private Future<Answer> check(Call call, DomainId id) {
        var straight = call.query().flag("authoritative").orElse(false);
        call.query().check();
        return checks.now(call.tenant(), id, straight)
                .map(checked -> Answer.ok(DomainAnswer.CheckAnswer.of(checked, checks.records())));
    }

    private Future<Answer> replaceKey(Call call, DomainId id) {
        var tenant = call.tenant();
        return registry.find(database.requests(), tenant, id).compose(domain -> domains.prepare(domain.name())
                .compose(made -> idempotency.once(call, tx -> registry.follow(tx, tenant, Actor.of(call), made, id)
                        .map(kept -> Answer.created(answer(kept))))));
    }

    private Future<Answer> remove(Call call, DomainId id) {
        return registry.remove(call.tenant(), Actor.of(call), id).map(gone -> Answer.ok(Map.of("success", true)));
    }

    private DomainAnswer answer(Domain domain) {
        return DomainAnswer.of(domain, checks.records());
    }

    private static Future<Answer> named(Call call, Function<DomainId, Future<Answer>> handler) {
        var id = call.path("id");
        return Ids.parse(id).map(DomainId::new).map(handler).orElseGet(() -> Future.failedFuture(Checks.notFound(id)));
    }
}
