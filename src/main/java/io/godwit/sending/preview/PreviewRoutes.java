package io.godwit.sending.preview;

import io.godwit.core.Failure.Kind;
import io.godwit.core.LinkTokenCodec;
import io.godwit.core.Tenant;
import io.godwit.core.id.Ids;
import io.godwit.core.id.TemplateId;
import io.godwit.sending.api.SendRoutes;
import io.godwit.sending.content.SenderLocale;
import io.godwit.sending.preview.PreviewRenderer.PreviewContact;
import io.godwit.sending.rendering.SystemVariables;
import io.godwit.templates.Template;
import io.godwit.templates.TemplateCache;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;

/** Handles {@code POST /templates/:id/preview}; in this package, because a preview is an email that is not sent. */
public final class PreviewRoutes implements Routes {

    private final SendRoutes.Dependencies dependencies;
    private final PreviewRenderer preview;
    private final PreviewContactFinder contacts;

    /** Creates the routes; {@code publicUrl} is the base of links in emails. */
    public PreviewRoutes(SendRoutes.Dependencies dependencies, String publicUrl, LinkTokenCodec links) {
        this.dependencies = dependencies;
        this.contacts = new PreviewContactFinder(dependencies.database());
        this.preview = new PreviewRenderer(new SystemVariables(publicUrl, links));
    }

    @Override
    public void mount(RouteTable api) {
        api.post("/templates/:id/preview")
                .body(PreviewRequest::parse)
                .answers(PreviewRenderer.Shown.class)
                .fails(Kind.CONTACT_NOT_FOUND)
                .to(this::preview);
    }

    private Future<ApiResponse> preview(ApiRequest call) {
        var request = PreviewRequest.parse(call.body());
        var tenant = call.tenant();
        return template(call)
                .compose(template ->
                        contacts.find(tenant, request).compose(contact -> shown(tenant, template, contact, request)))
                .map(ApiResponse::ok);
    }

    private Future<Template> template(ApiRequest call) {
        var id = call.path("id");
        return Ids.parse(id)
                .map(known -> dependencies.templates().fetch(call.tenant(), new TemplateId(known)))
                .orElseGet(() -> Future.failedFuture(TemplateCache.notFound(id)));
    }

    /** Renders on a worker: nested loops make a small template slow. */
    private Future<PreviewRenderer.Shown> shown(
            Tenant tenant, Template template, PreviewContact contact, PreviewRequest request) {
        return dependencies.projects().apply(tenant.project()).compose(project -> dependencies
                .workers()
                .executeBlocking(
                        () -> preview.render(tenant.project(), template, SenderLocale.of(project), contact, request),
                        false));
    }
}
