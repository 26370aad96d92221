package io.godwit.sending.api;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.TemplateId;
import io.godwit.db.Database;
import io.godwit.projects.Project;
import io.godwit.sending.Outbox;
import io.godwit.sending.content.ContentCompressor;
import io.godwit.sending.content.EmailContent;
import io.godwit.sending.content.StoredContent;
import io.godwit.templates.SenderVerifier;
import io.godwit.templates.Template;
import io.godwit.templates.TemplateCache;
import io.godwit.web.Access;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.KeyScope;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/** Handles {@code POST /v1/send}. */
public final class SendRoutes implements Routes {

    private static final long LIMIT = 40L << 20;

    /** Max Base64 characters decoded on the event loop; that takes about a tenth of a millisecond. */
    private static final long DECODED_ON_LOOP = 64 * 1024;

    private final Dependencies dependencies;
    private final boolean relayHeaders;

    /** Creates the routes; {@code relayHeaders} allows headers that steer the relay. */
    public SendRoutes(Dependencies dependencies, boolean relayHeaders) {
        this.dependencies = dependencies;
        this.relayHeaders = relayHeaders;
    }

    /**
     * The parts that a send request passes through.
     *
     * @param projects finds a project for its name; a cached answer completes at once
     * @param workers decode large attachments; their number bounds how many are decoded at once
     */
    public record Dependencies(
            TemplateCache templates,
            Function<ProjectId, Future<Optional<Project>>> projects,
            SenderVerifier senders,
            Database database,
            Outbox outbox,
            SendGateway gateway,
            ContentCompressor compressor,
            WorkerExecutor workers) {}

    @Override
    public void mount(RouteTable api) {
        api.post("/v1/send")
                .alias("/send")
                .access(Access.KEY_ALONE)
                .scope(KeyScope.SEND)
                .limit(LIMIT)
                .idempotent()
                .body(body -> SendRequest.parse(body, Instant.EPOCH, true))
                .answers(SendResponse.class)
                .fails(Kind.FORBIDDEN, Kind.TEMPLATE_NOT_FOUND, Kind.BILLING_LIMIT_EXCEEDED)
                .to(this::send);
    }

    private Future<ApiResponse> send(ApiRequest call) {
        return request(call)
                .compose(request -> resolve(call.tenant(), request))
                .compose(email -> permitted(call.tenant(), email))
                .compose(email -> withSenderName(call.tenant(), email))
                .compose(email -> accepted(call, email));
    }

    private Future<SendRequest> request(ApiRequest call) {
        var body = call.body();
        var now = Clock.systemUTC().instant();
        return AttachedFileReader.encodedCharacters(body, "attachments") <= DECODED_ON_LOOP
                ? Future.succeededFuture(SendRequest.parse(body, now, relayHeaders))
                : dependencies.workers().executeBlocking(() -> SendRequest.parse(body, now, relayHeaders), false);
    }

    private Future<ResolvedSend> resolve(Tenant tenant, SendRequest request) {
        return request.template().isEmpty()
                ? Future.succeededFuture(new ResolvedSend(request, Optional.empty(), Optional.empty()))
                : template(tenant, request.template().get())
                        .map(found -> new ResolvedSend(request, Optional.of(found), Optional.empty()));
    }

    private Future<Template> template(Tenant tenant, String id) {
        return Ids.parse(id)
                .map(known -> dependencies.templates().find(tenant, new TemplateId(known)))
                .orElseGet(
                        () -> Future.failedFuture(Failure.notFound(Failure.Kind.TEMPLATE_NOT_FOUND, "Template", id)));
    }

    private Future<ResolvedSend> permitted(Tenant tenant, ResolvedSend email) {
        return dependencies.senders().requireVerified(tenant, email.sender()).map(email);
    }

    /** Adds the project's name as the sender's name of an email without one. */
    private Future<ResolvedSend> withSenderName(Tenant tenant, ResolvedSend email) {
        return email.senderName().isPresent()
                ? Future.succeededFuture(email)
                : dependencies
                        .projects()
                        .apply(tenant.project())
                        .map(project -> email.from(project.map(Project::name)));
    }

    private Future<ApiResponse> accepted(ApiRequest call, ResolvedSend email) {
        var content = email.content(call.tenant().project(), Clock.systemUTC().instant());
        return storable(email, content)
                .compose(stored -> dependencies.gateway().accept(submission(call, email, stored)));
    }

    /** Commits a content that many calls share, and compresses one of this call alone. */
    private Future<StoredContent> storable(ResolvedSend email, EmailContent content) {
        return email.isShared()
                ? dependencies
                        .outbox()
                        .share(dependencies.database().requests(), content)
                        .map(StoredContent.uncompressed(content))
                : dependencies.compressor().compress(content);
    }

    private static Submission submission(ApiRequest call, ResolvedSend email, StoredContent content) {
        var request = email.request();
        return new Submission(
                call.tenant(),
                call.requestId(),
                call.claim(),
                content,
                email.templateId(),
                email.type(),
                request.tracking(),
                request.recipients().each(request.data(), request.subscribed()),
                request.scheduledAt(),
                SendResponse::of,
                call.trace());
    }
}
