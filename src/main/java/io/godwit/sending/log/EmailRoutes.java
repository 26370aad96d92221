package io.godwit.sending.log;

import io.godwit.billing.Quota;
import io.godwit.bus.Bus;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.LinkTokenCodec;
import io.godwit.core.MessageIdCodec;
import io.godwit.core.Page;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import io.godwit.db.Database;
import io.godwit.events.EventAppender;
import io.godwit.sending.Outbox;
import io.godwit.sending.api.SendTimeReader;
import io.godwit.sending.rendering.LinkHosts;
import io.godwit.sending.rendering.SystemVariables;
import io.godwit.sending.suppression.SuppressionRoutes;
import io.godwit.templates.SenderVerifier;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.EmailFrame;
import io.godwit.web.JsonBody;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.idempotency.IdempotentHandler;
import io.godwit.web.lists.CursorCodec;
import io.godwit.web.lists.CursorCodec.Position;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/** Handles {@code /emails}: the log, scheduled emails and repeated sends. */
public final class EmailRoutes implements Routes {

    private static final String LIST = "/emails";
    private static final int DEFAULT_LIMIT = 20;
    private static final int MAX_LIMIT = 100;

    private final EmailLog log;
    private final ResendService resends;
    private final ScheduledEmailService scheduling;
    private final CursorCodec cursors;
    private final IdempotentHandler idempotency;
    private final SuppressionRoutes suppressions;

    /**
     * The parts the routes work with; {@code publicUrl} is the base of links in emails, {@code workers} render large bodies.
     */
    public record Dependencies(
            Database database,
            Bus bus,
            EventAppender events,
            Outbox outbox,
            SenderVerifier senders,
            LinkHosts linkHosts,
            ReceivedDetail.Lookup received,
            LinkTokenCodec links,
            MessageIdCodec ids,
            String publicUrl,
            WorkerExecutor workers,
            Quota quota) {}

    public EmailRoutes(Dependencies dependencies, CursorCodec cursors, IdempotentHandler idempotency) {
        var renderer = new EmailLogRenderer(new SystemVariables(dependencies.publicUrl(), dependencies.links()));
        this.log = new EmailLog(
                dependencies.database(),
                dependencies.ids(),
                renderer,
                dependencies.received(),
                dependencies.linkHosts(),
                dependencies.workers());
        this.resends = new ResendService(
                dependencies.bus(),
                dependencies.outbox(),
                dependencies.senders(),
                dependencies.quota(),
                dependencies.workers());
        this.scheduling =
                new ScheduledEmailService(dependencies.database(), dependencies.events(), log, dependencies.ids());
        this.cursors = cursors;
        this.idempotency = idempotency;
        this.suppressions =
                new SuppressionRoutes(dependencies.database(), cursors, idempotency, dependencies.workers());
    }

    @Override
    public void mount(RouteTable api) {
        api.get(LIST)
                .query(
                        query -> query.number("limit", DEFAULT_LIMIT, 1, MAX_LIMIT),
                        query -> query.text("cursor"),
                        query -> EmailFilter.read(query, Optional.empty()))
                .answers(Page.class, EmailDetail.Item.class)
                .to(this::list);
        api.get("/emails/:id").answers(EmailDetail.class).to(call -> found(call, id -> one(call, id)));
        api.patch("/emails/:id")
                .body(EmailRoutes::sendTime)
                .answers(EmailDetail.class)
                .fails(Kind.CONFLICT)
                .to(call -> found(call, id -> reschedule(call, id)));
        api.delete("/emails/:id")
                .answers(EmailDetail.class)
                .fails(Kind.CONFLICT)
                .to(call -> found(call, id -> cancel(call, id)));
        api.get("/emails/:id/html")
                .query(query -> query.flag("images"))
                .answersFile("text/html")
                .to(call -> found(call, id -> frame(call, id)));
        api.post("/emails/:id/resend")
                .bodyless()
                .idempotent()
                .answers(201, ResendService.Resent.class)
                .fails(Kind.CONFLICT, Kind.BILLING_LIMIT_EXCEEDED)
                .to(call -> found(call, id -> resend(call, id)));
        suppressions.mount(api);
    }

    private Future<ApiResponse> list(ApiRequest call) {
        var tenant = call.tenant();
        var query = call.query();
        var limit = query.number("limit", DEFAULT_LIMIT, 1, MAX_LIMIT);
        query.check();
        var listing = cursors.listing(LIST, tenant.project(), query);
        var before = query.text("cursor").map(listing::read).map(position -> new EmailId(position.id()));
        Function<EmailId, String> cursor = last -> listing.write(new Position("", last.value()));
        return log.page(tenant, EmailFilter.read(query, before), limit, cursor).map(ApiResponse::ok);
    }

    private Future<ApiResponse> one(ApiRequest call, EmailId id) {
        return log.detail(call.tenant(), id)
                .map(found -> ApiResponse.ok(found.orElseThrow(() -> notFound(id.toString()))));
    }

    /**
     * Shows an email in a frame. Images of a received one are loaded only when asked for, because they tell its sender that it
     * is read.
     */
    private Future<ApiResponse> frame(ApiRequest call, EmailId id) {
        var images = call.query().flag("images");
        call.query().check();
        return log.detail(call.tenant(), id)
                .map(found -> found.orElseThrow(() -> notFound(id.toString())))
                .map(email -> EmailFrame.of(
                        email.page()
                                .orElseThrow(() -> Failure.of(
                                        Kind.RESOURCE_NOT_FOUND, "The content of this email is not kept any more")),
                        images.orElse(email.inbound().isEmpty())));
    }

    private Future<ApiResponse> reschedule(ApiRequest call, EmailId id) {
        var at = sendTime(call.body());
        return scheduling.reschedule(call.tenant(), id, at).compose(ignored -> one(call, id));
    }

    private static Instant sendTime(JsonBody body) {
        return SendTimeReader.required(body, Clock.systemUTC().instant());
    }

    /** Cancels the email, which stays in the log, so the answer is its new state. */
    private Future<ApiResponse> cancel(ApiRequest call, EmailId id) {
        return scheduling.cancel(call.tenant(), id).compose(ignored -> one(call, id));
    }

    private Future<ApiResponse> resend(ApiRequest call, EmailId id) {
        return idempotency.unlessRepeated(call, () -> sendAgain(call, id));
    }

    private Future<ApiResponse> sendAgain(ApiRequest call, EmailId id) {
        return log.find(call.tenant(), id)
                .map(found -> found.orElseThrow(() -> notFound(id.toString())))
                .compose(email -> resends.permitted(call.tenant(), email))
                .compose(email ->
                        idempotency.once(call, tx -> resends.write(tx, call.tenant(), email, call.requestId())))
                .onSuccess(ignored -> resends.publishQueued(call.tenant()));
    }

    private static Future<ApiResponse> found(ApiRequest call, Function<EmailId, Future<ApiResponse>> handler) {
        var id = call.path("id");
        return Ids.parse(id).map(EmailId::new).map(handler).orElseGet(() -> Future.failedFuture(notFound(id)));
    }

    static Failure notFound(String id) {
        return Failure.notFound(Kind.RESOURCE_NOT_FOUND, "Email", id);
    }
}
