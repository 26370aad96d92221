package io.godwit.sending.preview;

import io.godwit.contacts.DataChange;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.TemplateId;
import io.godwit.sending.api.SendRoutes;
import io.godwit.templates.Template;
import io.godwit.templates.TemplateCache;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.JsonBody;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.godwit.web.idempotency.IdempotentHandler;
import io.vertx.core.Future;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Sends test emails of templates and of previews. */
public final class TestEmailRoutes implements Routes {

    private static final String MEMBERS_ONLY =
            "A test email goes to members of the project alone; invite this address, or send to one of theirs";
    private static final String NO_SENDER = "Neither the request nor the email names a sender";

    private final SendRoutes.Dependencies dependencies;
    private final TestEmailSender sender;
    private final TestEmailPolicy policy;
    private final IdempotentHandler idempotency;
    private final PreviewContactFinder contacts;
    private final PreviewStore previews = new PreviewStore();

    public TestEmailRoutes(
            SendRoutes.Dependencies dependencies,
            TestEmailSender sender,
            TestEmailPolicy policy,
            IdempotentHandler idempotency) {
        this.dependencies = dependencies;
        this.sender = sender;
        this.policy = policy;
        this.idempotency = idempotency;
        this.contacts = new PreviewContactFinder(dependencies.database());
    }

    @Override
    public void mount(RouteTable api) {
        api.post("/templates/:id/test")
                .idempotent()
                .body(TemplateTestRequest::parse)
                .answers(TestEmailResponse.class)
                .fails(Kind.BILLING_LIMIT_EXCEEDED, Kind.CONTACT_NOT_FOUND)
                .to(this::sendTemplate);
        api.post(DraftPreviewRoutes.ONE + "/send")
                .idempotent()
                .body(PreviewTestRequest::parse)
                .answers(TestEmailResponse.class)
                .fails(Kind.BILLING_LIMIT_EXCEEDED)
                .to(this::sendPreview);
    }

    private record TestEmailResponse(boolean success, String message, EmailId emailId) {}

    /**
     * The body of {@code POST /templates/:id/test}.
     *
     * @param contactId the contact whose data the email is rendered with; empty: that of the recipient's address
     * @param data values that override the contact's own
     */
    private record TemplateTestRequest(
            EmailAddress to, Optional<EmailAddress> from, Optional<String> contactId, Optional<DataChange> data) {

        static TemplateTestRequest parse(JsonBody body) {
            var to = body.email("email");
            var from = body.optionalAsciiEmail("from");
            var contactId = body.optionalText("contactId", 0, PreviewRequest.MAX_ID_LENGTH);
            var data = DataChange.read(body, "data");
            var given = body.has("data");
            return body.build(
                    () -> new TemplateTestRequest(to, from, contactId, given ? Optional.of(data) : Optional.empty()));
        }
    }

    /** The body of {@code POST /previews/:id/send}. */
    private record PreviewTestRequest(EmailAddress to, Optional<EmailAddress> from) {

        static PreviewTestRequest parse(JsonBody body) {
            var to = body.email("email");
            var from = body.optionalAsciiEmail("from");
            return body.build(() -> new PreviewTestRequest(to, from));
        }
    }

    private Future<ApiResponse> sendTemplate(ApiRequest call) {
        var request = TemplateTestRequest.parse(call.body());
        return idempotency.unlessRepeated(call, () -> template(call)
                .compose(template -> persistentData(call.tenant(), request)
                        .map(persistentData -> test(template, request, persistentData)))
                .compose(test -> send(call, test, request.to())));
    }

    private Future<Template> template(ApiRequest call) {
        var id = call.path("id");
        return Ids.parse(id)
                .map(known -> dependencies.templates().fetch(call.tenant(), new TemplateId(known)))
                .orElseGet(() -> Future.failedFuture(TemplateCache.notFound(id)));
    }

    /** The data of the named contact and of the request; empty: those of the recipient's own contact. */
    private Future<Optional<Map<String, @Nullable Object>>> persistentData(Tenant tenant, TemplateTestRequest request) {
        var patch = request.data().orElse(DataChange.NONE).persistentData();
        return request.contactId()
                .map(id -> contacts.byId(tenant, id).map(contact -> Optional.of(patch.applyTo(contact.data()))))
                .orElseGet(() -> Future.succeededFuture(request.data().map(ignored -> patch.applyTo(Map.of()))));
    }

    private static TestEmail test(
            Template template, TemplateTestRequest request, Optional<Map<String, @Nullable Object>> persistentData) {
        return new TestEmail(
                template.subject(),
                template.body(),
                request.from().or(() -> template.from().map(EmailAddress::new)).orElseThrow(TestEmailRoutes::noSender),
                template.fromName(),
                template.replyTo().map(EmailAddress::new),
                template.type(),
                persistentData,
                request.data().orElse(DataChange.NONE).transientData());
    }

    private Future<ApiResponse> sendPreview(ApiRequest call) {
        var request = PreviewTestRequest.parse(call.body());
        var id = call.path("id");
        return idempotency.unlessRepeated(call, () -> Ids.parse(id)
                .map(known -> previews.draft(dependencies.database().requests(), call.tenant(), known))
                .orElseThrow(() -> DraftPreviewRoutes.notFound(id))
                .map(found -> found.orElseThrow(() -> DraftPreviewRoutes.notFound(id)))
                .map(stored -> stored.from(
                        request.from().or(() -> stored.draft().from()).orElseThrow(TestEmailRoutes::noSender)))
                .compose(test -> send(call, test, request.to())));
    }

    private Future<ApiResponse> send(ApiRequest call, TestEmail test, EmailAddress to) {
        var tenant = call.tenant();
        return policy.allows(tenant, to)
                .compose(admitted -> admitted
                        ? dependencies.senders().requireVerified(tenant, test.from())
                        : Future.failedFuture(Failure.invalid("email", "custom", MEMBERS_ONLY)))
                .compose(ignored -> idempotency.once(call, tx -> sender.write(tx, tenant, test, to, call.requestId())
                        .map(email -> ApiResponse.ok(
                                new TestEmailResponse(true, "Test email is on its way to " + to.value(), email)))))
                .onSuccess(ignored -> sender.publishQueued(tenant));
    }

    private static Failure noSender() {
        return Failure.invalid("from", "required", NO_SENDER);
    }
}
