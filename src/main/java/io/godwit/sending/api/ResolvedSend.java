package io.godwit.sending.api;

import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.NamedAddress;
import io.godwit.core.id.ContentId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.TemplateId;
import io.godwit.sending.content.EmailContent;
import io.godwit.sending.content.SharedContentId;
import io.godwit.templates.EmailClass;
import io.godwit.templates.Template;
import java.time.Instant;
import java.util.Optional;

/**
 * A send request with its template, if it names one: the request's own values override the template's.
 *
 * @param projectName replaces a sender's name missing in both
 */
record ResolvedSend(SendRequest request, Optional<Template> template, Optional<String> projectName) {

    ResolvedSend from(Optional<String> project) {
        return new ResolvedSend(request, template, project);
    }

    /** Returns the sender of the request, else of the template, whose address was valid when it was saved. */
    EmailAddress sender() {
        return request.from()
                .map(RecipientRequest::address)
                .or(() -> template.flatMap(Template::from).flatMap(EmailAddress::parse))
                .orElseThrow(
                        () -> Failure.invalid("from", "required", "Give a from address; the template has none either"));
    }

    EmailContent content(ProjectId project, Instant now) {
        var html = request.body().or(() -> template.map(Template::body)).orElseThrow();
        return new EmailContent(
                project,
                contentId(now),
                request.subject().or(() -> template.map(Template::subject)).orElseThrow(),
                html,
                request.text(),
                new NamedAddress(senderName(), sender()),
                request.reply().map(EmailAddress::value).or(() -> template.flatMap(Template::replyTo)),
                request.recipients().recipientFields(),
                request.headers(),
                request.attachments().stream().map(file -> file.in(html)).toList());
    }

    boolean isShared() {
        return template.isPresent() && request.isPlainTemplate();
    }

    EmailClass type() {
        return template.map(Template::type).orElse(EmailClass.TRANSACTIONAL);
    }

    Optional<TemplateId> templateId() {
        return template.map(Template::id);
    }

    private ContentId contentId(Instant now) {
        return isShared()
                ? SharedContentId.id(template.orElseThrow(), senderName().orElse(""), now)
                : new ContentId(Ids.next());
    }

    Optional<String> senderName() {
        return request.from()
                .flatMap(RecipientRequest::name)
                .or(request::senderName)
                .or(() -> template.flatMap(Template::fromName))
                .or(() -> projectName);
    }
}
