package io.godwit.sending;

import io.godwit.core.ContactId;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Ids;
import io.godwit.core.LinkTokens;
import io.godwit.core.TemplateId;
import io.godwit.core.Tenant;
import io.godwit.projects.Project;
import io.godwit.sending.Preview.Person;
import io.godwit.templates.Template;
import io.godwit.templates.Templates;
import io.godwit.web.Answer;
import io.godwit.web.Api;
import io.godwit.web.Call;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.Optional;

/** {@code POST /templates/:id/preview}; here and not with the templates, because a preview is a mail that is not sent. */
public final class PreviewRoutes implements Routes {

    private final SendRoutes.Ports ports;
    private final Preview preview;
    private final PersonStore people = new PersonStore();

    /** {@code publicUrl} is the base of links in mail. */
    public PreviewRoutes(SendRoutes.Ports ports, String publicUrl, LinkTokens links) {
        this.ports = ports;
        this.preview = new Preview(new SystemVariables(publicUrl, links));
    }

    @Override
    public void mount(Api api) {
        api.post("/templates/:id/preview").to(this::preview);
    }

    private Future<Answer> preview(Call call) {
        var request = PreviewRequest.parse(call.body());
        var tenant = call.tenant();
        return template(call)
                .compose(
                        template -> person(tenant, request).compose(person -> shown(tenant, template, person, request)))
                .map(Answer::ok);
    }

    private Future<Template> template(Call call) {
        var id = call.path("id");
        return Ids.parse(id)
                .map(known -> ports.templates().fetch(call.tenant(), new TemplateId(known)))
                .orElseGet(() -> Future.failedFuture(Templates.notFound(id)));
    }

    private Future<Person> person(Tenant tenant, PreviewRequest request) {
        return request.contactId()
                .map(id -> byId(tenant, id))
                .or(() -> request.email().map(email -> byEmail(tenant, email)))
                .orElseGet(() -> Future.succeededFuture(Person.SOMEBODY));
    }

    private Future<Person> byId(Tenant tenant, String id) {
        return Ids.parse(id)
                .map(known -> people.find(ports.database().requests(), tenant, new ContactId(known)))
                .orElseGet(() -> Future.succeededFuture(Optional.empty()))
                .map(found -> found.orElseThrow(() -> unknown(id)));
    }

    private Future<Person> byEmail(Tenant tenant, EmailAddress email) {
        return people.find(ports.database().requests(), tenant, email)
                .map(found -> found.orElseThrow(() -> unknown(email.value())));
    }

    private static Failure unknown(String id) {
        return Failure.notFound(Kind.CONTACT_NOT_FOUND, "Contact", id);
    }

    /** On a worker: loops in loops make a small template a long work. */
    private Future<Preview.Shown> shown(Tenant tenant, Template template, Person person, PreviewRequest request) {
        return ports.projects().apply(tenant.project()).compose(project -> ports.workers()
                .executeBlocking(() -> preview.of(tenant.project(), template, voice(project), person, request), false));
    }

    private static Voice voice(Optional<Project> project) {
        return project.map(known -> new Voice(known.name(), known.language())).orElseGet(() -> new Voice("", ""));
    }
}
