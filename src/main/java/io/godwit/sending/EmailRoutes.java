package io.godwit.sending;

import io.godwit.billing.Quota;
import io.godwit.bus.Bus;
import io.godwit.core.EmailId;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Ids;
import io.godwit.core.LinkTokens;
import io.godwit.core.MessageIds;
import io.godwit.db.Database;
import io.godwit.events.Events;
import io.godwit.smtp.Attachment;
import io.godwit.templates.SenderCheck;
import io.godwit.web.Answer;
import io.godwit.web.Api;
import io.godwit.web.Call;
import io.godwit.web.Cursors;
import io.godwit.web.Cursors.Position;
import io.godwit.web.Idempotency;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Function;

/** {@code /emails}: the log; and the addresses that must not be mailed. */
public final class EmailRoutes implements Routes {

    private static final String LIST = "/emails";
    private static final int DEFAULT_LIMIT = 20;
    private static final int MAX_LIMIT = 100;

    private final EmailLog log;
    private final Resending resending;
    private final Scheduling scheduling;
    private final Cursors cursors;
    private final Idempotency idempotency;
    private final SuppressionRoutes suppressions;

    /** The rooms the log works with; {@code publicUrl} is the base of links in mail, {@code workers} render large bodies. */
    public record Ports(
            Database database,
            Bus bus,
            Events events,
            Outbox outbox,
            SenderCheck senders,
            OwnLinks ownLinks,
            LinkTokens links,
            MessageIds ids,
            String publicUrl,
            WorkerExecutor workers,
            Quota quota) {}

    public EmailRoutes(Ports ports, Cursors cursors, Idempotency idempotency) {
        var reading = new Reading(new SystemVariables(ports.publicUrl(), ports.links()));
        this.log = new EmailLog(ports.database(), ports.ids(), reading, ports.ownLinks(), ports.workers());
        this.resending = new Resending(ports.bus(), ports.outbox(), ports.senders(), ports.quota());
        this.scheduling = new Scheduling(ports.database(), ports.events(), log, ports.ids());
        this.cursors = cursors;
        this.idempotency = idempotency;
        this.suppressions = new SuppressionRoutes(ports.database(), cursors, idempotency, ports.workers());
    }

    @Override
    public void mount(Api api) {
        api.get(LIST).to(this::list);
        api.get("/emails/:id").to(call -> found(call, id -> one(call, id)));
        api.patch("/emails/:id").to(call -> found(call, id -> reschedule(call, id)));
        api.delete("/emails/:id").to(call -> found(call, id -> cancel(call, id)));
        api.get("/emails/:id/attachments/:place").to(call -> found(call, id -> file(call, id)));
        api.post("/emails/:id/resend").bodyless().idempotent().to(call -> found(call, id -> resend(call, id)));
        suppressions.mount(api);
    }

    private Future<Answer> list(Call call) {
        var tenant = call.tenant();
        var query = call.query();
        var limit = query.number("limit", DEFAULT_LIMIT, 1, MAX_LIMIT);
        query.check();
        var before = query.text("cursor")
                .map(cursor -> cursors.read(LIST, tenant.project(), cursor))
                .map(position -> new EmailId(position.id()));
        Function<EmailId, String> cursor =
                last -> cursors.write(LIST, tenant.project(), new Position("", last.value()));
        return log.page(tenant, EmailFilter.read(query, before), limit, cursor).map(Answer::ok);
    }

    private Future<Answer> one(Call call, EmailId id) {
        return log.detail(call.tenant(), id).map(found -> Answer.ok(found.orElseThrow(() -> notFound(id.toString()))));
    }

    private Future<Answer> reschedule(Call call, EmailId id) {
        var at = SendTime.required(call.body(), Clock.systemUTC().instant());
        return scheduling.reschedule(call.tenant(), id, at).compose(moved -> one(call, id));
    }

    /** The email stays in the log, so the answer is what has become of it. */
    private Future<Answer> cancel(Call call, EmailId id) {
        return scheduling.cancel(call.tenant(), id).compose(cancelled -> one(call, id));
    }

    /** As a download in any case: what a stranger sent is not shown under our name. */
    private Future<Answer> file(Call call, EmailId id) {
        var place = call.path("place");
        return (place.matches("\\d{1,4}")
                        ? log.file(call.tenant(), id, Integer.parseInt(place))
                        : Future.succeededFuture(Optional.<EmailDetail.Download>empty()))
                .map(found -> found.orElseThrow(() -> Failure.notFound(Kind.RESOURCE_NOT_FOUND, "Attachment", place)))
                .map(file -> Answer.ok(file.bytes())
                        .with("Content-Type", "application/octet-stream")
                        .with("Content-Security-Policy", "sandbox")
                        .with("Content-Disposition", Attachment.disposition(file.filename())));
    }

    private Future<Answer> resend(Call call, EmailId id) {
        return idempotency.unlessRepeated(call, () -> sendAgain(call, id));
    }

    private Future<Answer> sendAgain(Call call, EmailId id) {
        return log.find(call.tenant(), id)
                .map(found -> found.orElseThrow(() -> notFound(id.toString())))
                .compose(email -> resending.permitted(call.tenant(), email))
                .compose(email ->
                        idempotency.once(call, tx -> resending.write(tx, call.tenant(), email, call.requestId())))
                .onSuccess(answer -> resending.announce(call.tenant()));
    }

    private static Future<Answer> found(Call call, Function<EmailId, Future<Answer>> handler) {
        var id = call.path("id");
        return Ids.parse(id).map(EmailId::new).map(handler).orElseGet(() -> Future.failedFuture(notFound(id)));
    }

    static Failure notFound(String id) {
        return Failure.notFound(Kind.RESOURCE_NOT_FOUND, "Email", id);
    }
}
