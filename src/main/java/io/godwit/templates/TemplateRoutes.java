package io.godwit.templates;

import io.godwit.core.EmailAddress;
import io.godwit.core.Ids;
import io.godwit.core.TemplateId;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.web.Answer;
import io.godwit.web.Api;
import io.godwit.web.Call;
import io.godwit.web.Cursors;
import io.godwit.web.Idempotency;
import io.godwit.web.Paging;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** {@code /templates}. */
public final class TemplateRoutes implements Routes {

    static final String LIST = "/templates";
    private static final String ONE = LIST + "/:id";
    private static final long LIMIT = 2L << 20;

    private final Ports ports;
    private final Idempotency idempotency;
    private final Library library;

    /** The rooms templates work with; {@code workers} look through large bodies. */
    public record Ports(
            Database database,
            Templates templates,
            SenderCheck senders,
            References references,
            WorkerExecutor workers) {}

    public TemplateRoutes(Ports ports, Cursors cursors, Idempotency idempotency) {
        this.ports = ports;
        this.idempotency = idempotency;
        this.library = new Library(ports.database(), ports.templates(), ports.references(), cursors);
    }

    @Override
    public void mount(Api api) {
        api.get(LIST).to(this::list);
        api.post(LIST).limit(LIMIT).idempotent().to(this::create);
        api.post(LIST + "/bulk-update").to(this::deleteMany);
        api.get(ONE).to(call -> found(call, id -> one(call, id)));
        api.patch(ONE).limit(LIMIT).to(call -> found(call, id -> change(call, id)));
        api.delete(ONE).to(call -> found(call, id -> delete(call, id)));
        api.post(ONE + "/duplicate").bodyless().idempotent().to(call -> found(call, id -> duplicate(call, id)));
        api.get(ONE + "/usage").to(call -> found(call, id -> usage(call, id)));
    }

    private Future<Answer> list(Call call) {
        var paging = Paging.of(call.query());
        var filter = TemplateFilter.read(call.query());
        return paging.cursor()
                .map(text -> library.page(call.tenant(), filter, text, paging.size()))
                .orElseGet(() -> library.page(call.tenant(), filter, paging.page(), paging.size()))
                .map(Answer::ok);
    }

    private Future<Answer> create(Call call) {
        var request = TemplateRequest.parse(call.body());
        return idempotency.unlessRepeated(call, () -> create(call, request));
    }

    private Future<Answer> create(Call call, TemplateRequest request) {
        var tenant = call.tenant();
        return Syntax.check(ports.workers(), request.size(), request::requireSound)
                .compose(sound -> permitted(tenant, request.from()))
                .compose(allowed -> idempotency.once(call, tx -> library.insert(tx, tenant, request)
                        .map(template -> Answer.created(TemplateAnswer.of(tenant.project(), template)))));
    }

    private Future<Answer> one(Call call, TemplateId id) {
        return ports.templates().fetch(call.tenant(), id).map(template -> answer(call, template));
    }

    private Future<Answer> change(Call call, TemplateId id) {
        var change = TemplateChange.parse(call.body());
        return Syntax.check(ports.workers(), change.size(), change::requireSound)
                .compose(sound -> permitted(call.tenant(), change.sender()))
                .compose(allowed -> library.change(call.tenant(), id, change))
                .map(template -> answer(call, template));
    }

    private Future<Answer> delete(Call call, TemplateId id) {
        return library.delete(call.tenant(), Set.of(id)).map(deleted -> Answer.nothing());
    }

    private Future<Answer> deleteMany(Call call) {
        var ids = BulkRequest.parse(call.body()).ids();
        return library.delete(call.tenant(), ids).map(deleted -> Answer.ok(Map.of("deleted", ids.size())));
    }

    private Future<Answer> duplicate(Call call, TemplateId id) {
        var tenant = call.tenant();
        return idempotency.once(call, tx -> library.copy(tx, tenant, id)
                .map(copy -> Answer.created(TemplateAnswer.of(tenant.project(), copy))));
    }

    private Future<Answer> usage(Call call, TemplateId id) {
        return library.uses(call.tenant(), id).map(uses -> Answer.ok(TemplateUsage.of(uses)));
    }

    private Future<Void> permitted(Tenant tenant, Optional<EmailAddress> sender) {
        return sender.map(from -> ports.senders().requireVerified(tenant, from)).orElseGet(Future::succeededFuture);
    }

    private static Answer answer(Call call, Template template) {
        return Answer.ok(TemplateAnswer.of(call.tenant().project(), template));
    }

    private static Future<Answer> found(Call call, Function<TemplateId, Future<Answer>> handler) {
        var id = call.path("id");
        return Ids.parse(id)
                .map(TemplateId::new)
                .map(handler)
                .orElseGet(() -> Future.failedFuture(Templates.notFound(id)));
    }
}
