package io.godwit.sending.preview;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.PollLoop;
import io.godwit.core.Tenant;
import io.godwit.core.id.Ids;
import io.godwit.db.Database;
import io.godwit.sending.api.SendRoutes;
import io.godwit.sending.content.SenderLocale;
import io.godwit.sending.preview.PreviewRenderer.PreviewContact;
import io.godwit.sending.preview.PreviewRenderer.Shown;
import io.godwit.templates.TemplateValidator;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.EmailFrame;
import io.godwit.web.JsonBody;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** Handles {@code /previews}: drafts rendered as emails, for a frame of a page. */
public final class DraftPreviewRoutes implements Routes {

    static final String ONE = "/previews/:id";

    /** A body of two million characters and the data; as for templates. */
    private static final long LIMIT = 2L << 20;

    private static final Duration BETWEEN_EXPIRIES = Duration.ofMinutes(1);

    private final SendRoutes.Dependencies dependencies;
    private final PreviewRenderer renderer;
    private final PreviewContactFinder contacts;
    private final PreviewStore store = new PreviewStore();

    public DraftPreviewRoutes(SendRoutes.Dependencies dependencies, PreviewRenderer renderer) {
        this.dependencies = dependencies;
        this.renderer = renderer;
        this.contacts = new PreviewContactFinder(dependencies.database());
    }

    @Override
    public void mount(RouteTable api) {
        api.post("/previews")
                .limit(LIMIT)
                .body(CreateRequest::parse)
                .answers(201, DraftPreviewResponse.class)
                .fails(Kind.CONTACT_NOT_FOUND)
                .to(this::create);
        api.get(ONE)
                .query(query -> query.flag("images"))
                .answersFile("text/html")
                .to(this::frame);
    }

    /** Starts the loop that deletes previews after ten minutes, on the caller's context; stop the loop to end it. */
    public static PollLoop startExpiry(Vertx vertx, Database database) {
        var previews = new PreviewStore();
        return PollLoop.start(
                vertx, "sending-previews-expire", BETWEEN_EXPIRIES, () -> previews.expire(database.workers())
                        .map(PollLoop.Next.IDLE));
    }

    /**
     * A rendered draft.
     *
     * @param missing variables that had no value
     * @param bytes of the HTML
     */
    private record DraftPreviewResponse(
            UUID id,
            String subject,
            String html,
            String text,
            List<String> missing,
            List<ContentProblem> problems,
            int bytes) {}

    /** The body of {@code POST /previews}: an email, and the values it is rendered with. */
    private record CreateRequest(EmailDraft draft, PreviewRequest values) {

        static CreateRequest parse(JsonBody body) {
            var draft = EmailDraft.read(body);
            return new CreateRequest(draft, PreviewRequest.parse(body));
        }
    }

    private Future<ApiResponse> create(ApiRequest call) {
        var parsed = CreateRequest.parse(call.body());
        var draft = parsed.draft();
        var request = parsed.values();
        var tenant = call.tenant();
        return TemplateValidator.check(dependencies.workers(), draft.size(), draft::requireSound)
                .compose(ignored -> contacts.find(tenant, request))
                .compose(contact -> create(tenant, draft, contact, request))
                .map(ApiResponse::created);
    }

    private Future<DraftPreviewResponse> create(
            Tenant tenant, EmailDraft draft, PreviewContact contact, PreviewRequest request) {
        var id = Ids.next();
        var persistentData = request.data().persistentData().applyTo(contact.data());
        return rendered(tenant, id, draft, contact, request).compose(shown -> dependencies
                .database()
                .transaction(tx -> store.insert(
                        tx, tenant, id, draft, persistentData, request.data().transientData(), shown.html()))
                .map(shown));
    }

    /** Renders on a worker: nested loops make a small draft slow. */
    private Future<DraftPreviewResponse> rendered(
            Tenant tenant, UUID id, EmailDraft draft, PreviewContact contact, PreviewRequest request) {
        return dependencies.projects().apply(tenant.project()).compose(project -> dependencies
                .workers()
                .executeBlocking(
                        () -> response(
                                id,
                                renderer.render(
                                        tenant.project(),
                                        draft.template(),
                                        SenderLocale.of(project),
                                        contact,
                                        request)),
                        false));
    }

    private static DraftPreviewResponse response(UUID id, Shown shown) {
        return new DraftPreviewResponse(
                id,
                shown.subject(),
                shown.html(),
                shown.text(),
                shown.missing(),
                ContentProblem.in(shown.html()),
                ContentProblem.bytes(shown.html()));
    }

    private Future<ApiResponse> frame(ApiRequest call) {
        var images = call.query().flag("images").orElse(true);
        call.query().check();
        var id = call.path("id");
        return Ids.parse(id)
                .map(known -> store.html(dependencies.database().requests(), call.tenant(), known))
                .orElseThrow(() -> notFound(id))
                .map(html -> EmailFrame.of(html.orElseThrow(() -> notFound(id)), images));
    }

    static Failure notFound(String id) {
        return Failure.notFound(Kind.RESOURCE_NOT_FOUND, "Preview", id);
    }
}
