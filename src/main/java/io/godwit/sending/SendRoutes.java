package io.godwit.sending;

import io.godwit.core.Failure;
import io.godwit.core.Ids;
import io.godwit.core.ProjectId;
import io.godwit.core.TemplateId;
import io.godwit.core.Tenant;
import io.godwit.db.Database;
import io.godwit.projects.Project;
import io.godwit.templates.SenderCheck;
import io.godwit.templates.Template;
import io.godwit.templates.Templates;
import io.godwit.web.Access;
import io.godwit.web.Answer;
import io.godwit.web.Api;
import io.godwit.web.Call;
import io.godwit.web.Routes;
import io.godwit.web.Scope;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Function;

/** {@code POST /v1/send}. */
public final class SendRoutes implements Routes {

    private static final long LIMIT = 40L << 20;

    /** Decoding this much takes about a tenth of a millisecond. */
    private static final long DECODED_ON_LOOP = 64 * 1024;

    private final Ports ports;
    private final boolean relayHeaders;

    /** {@code relayHeaders} allows headers that steer the relay. */
    public SendRoutes(Ports ports, boolean relayHeaders) {
        this.ports = ports;
        this.relayHeaders = relayHeaders;
    }

    /**
     * The rooms a send passes through.
     *
     * @param projects finds a project, for its name; a cached answer completes at once
     * @param workers decode large attachments; their number bounds how many are decoded at once
     */
    public record Ports(
            Templates templates,
            Function<ProjectId, Future<Optional<Project>>> projects,
            SenderCheck senders,
            Database database,
            Outbox outbox,
            Intake intake,
            WorkerExecutor workers) {}

    @Override
    public void mount(Api api) {
        api.post("/v1/send")
                .alias("/send")
                .access(Access.KEY_ALONE)
                .scope(Scope.SEND)
                .limit(LIMIT)
                .idempotent()
                .to(this::send);
    }

    private Future<Answer> send(Call call) {
        return request(call)
                .compose(request -> letter(call.tenant(), request))
                .compose(letter -> permitted(call.tenant(), letter))
                .compose(letter -> named(call.tenant(), letter))
                .compose(letter -> accepted(call, letter));
    }

    private Future<SendRequest> request(Call call) {
        var body = call.body();
        var now = Clock.systemUTC().instant();
        return AttachedFiles.encodedCharacters(body, "attachments") <= DECODED_ON_LOOP
                ? Future.succeededFuture(SendRequest.parse(body, now, relayHeaders))
                : ports.workers().executeBlocking(() -> SendRequest.parse(body, now, relayHeaders), false);
    }

    private Future<Letter> letter(Tenant tenant, SendRequest request) {
        return request.template().isEmpty()
                ? Future.succeededFuture(new Letter(request, Optional.empty(), Optional.empty()))
                : template(tenant, request.template().get())
                        .map(found -> new Letter(request, Optional.of(found), Optional.empty()));
    }

    private Future<Template> template(Tenant tenant, String id) {
        return Ids.parse(id)
                .map(known -> ports.templates().find(tenant, new TemplateId(known)))
                .orElseGet(
                        () -> Future.failedFuture(Failure.notFound(Failure.Kind.TEMPLATE_NOT_FOUND, "Template", id)));
    }

    private Future<Letter> permitted(Tenant tenant, Letter letter) {
        return ports.senders().requireVerified(tenant, letter.sender()).map(letter);
    }

    /** A mail without a sender's name comes from the project. */
    private Future<Letter> named(Tenant tenant, Letter letter) {
        return letter.senderName().isPresent()
                ? Future.succeededFuture(letter)
                : ports.projects().apply(tenant.project()).map(project -> letter.from(project.map(Project::name)));
    }

    private Future<Answer> accepted(Call call, Letter letter) {
        var content = letter.content(call.tenant().project(), Clock.systemUTC().instant());
        return shared(letter, content).compose(ready -> ports.intake().accept(submission(call, letter, content)));
    }

    private Future<Void> shared(Letter letter, Content content) {
        return letter.isShared()
                ? ports.outbox().share(ports.database().requests(), content)
                : Future.succeededFuture();
    }

    private static Submission submission(Call call, Letter letter, Content content) {
        var request = letter.request();
        return new Submission(
                call.tenant(),
                call.requestId(),
                call.claim(),
                content,
                letter.templateId(),
                letter.type(),
                request.tracking(),
                request.recipients().each(request.data(), request.subscribed()),
                request.scheduledAt(),
                SendAnswer::of);
    }
}
