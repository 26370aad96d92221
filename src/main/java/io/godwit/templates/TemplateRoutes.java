package io.godwit.templates;

import io.godwit.core.Ids;
import io.godwit.core.TemplateId;
import io.godwit.core.Tenant;
import io.godwit.web.Answer;
import io.godwit.web.Api;
import io.godwit.web.Call;
import io.godwit.web.Idempotency;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/** {@code /templates}. */
public final class TemplateRoutes implements Routes {

    private static final long LIMIT = 2L << 20;

    private final Idempotency idempotency;
    private final Templates templates;
    private final SenderCheck senders;
    private final TemplateStore store = new TemplateStore();

    public TemplateRoutes(Templates templates, SenderCheck senders, Idempotency idempotency) {
        this.templates = templates;
        this.senders = senders;
        this.idempotency = idempotency;
    }

    @Override
    public void mount(Api api) {
        api.post("/templates").limit(LIMIT).idempotent().to(this::create);
        api.get("/templates/:id").to(this::one);
    }

    private Future<Answer> create(Call call) {
        var request = TemplateRequest.parse(call.body());
        var tenant = call.tenant();
        return permitted(tenant, request).compose(allowed -> idempotency.once(call, tx -> create(tx, tenant, request)));
    }

    private Future<Answer> create(SqlClient tx, Tenant tenant, TemplateRequest request) {
        return store.insert(tx, tenant, new TemplateId(Ids.next()), request)
                .map(template -> Answer.created(TemplateAnswer.of(tenant.project(), template)));
    }

    private Future<Void> permitted(Tenant tenant, TemplateRequest request) {
        return request.from().isEmpty()
                ? Future.succeededFuture()
                : senders.requireVerified(tenant, request.from().get());
    }

    private Future<Answer> one(Call call) {
        var id = call.path("id");
        return Ids.parse(id)
                .map(known -> templates.fetch(call.tenant(), new TemplateId(known)))
                .orElseGet(() -> Future.failedFuture(Templates.notFound(id)))
                .map(template -> Answer.ok(TemplateAnswer.of(call.tenant().project(), template)));
    }
}
