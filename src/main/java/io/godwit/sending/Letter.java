package io.godwit.sending;

import io.godwit.core.ContentId;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Ids;
import io.godwit.core.Mailbox;
import io.godwit.core.ProjectId;
import io.godwit.core.TemplateId;
import io.godwit.templates.Template;
import io.godwit.templates.TemplateType;
import java.time.Instant;
import java.util.Optional;

/**
 * What a call says once its template, if it names one, is known: the request's own words go before the template's.
 *
 * @param projectName stands for the sender's name when neither gives one
 */
record Letter(SendRequest request, Optional<Template> template, Optional<String> projectName) {

    Letter from(Optional<String> project) {
        return new Letter(request, template, project);
    }

    /** The request before the template; the template's address was valid when it was saved. */
    EmailAddress sender() {
        return request.from()
                .map(Addressee::address)
                .or(() -> template.flatMap(Template::from).flatMap(EmailAddress::parse))
                .orElseThrow(
                        () -> Failure.invalid("from", "required", "Give a from address; the template has none either"));
    }

    Content content(ProjectId project, Instant now) {
        var html = request.body().or(() -> template.map(Template::body)).orElseThrow();
        return new Content(
                project,
                contentId(now),
                request.subject().or(() -> template.map(Template::subject)).orElseThrow(),
                html,
                request.text(),
                new Mailbox(senderName(), sender()),
                request.reply().map(EmailAddress::value).or(() -> template.flatMap(Template::replyTo)),
                request.recipients().destination(),
                request.headers(),
                request.attachments().stream().map(file -> file.in(html)).toList());
    }

    boolean isShared() {
        return template.isPresent() && request.isPlainTemplate();
    }

    TemplateType type() {
        return template.map(Template::type).orElse(TemplateType.TRANSACTIONAL);
    }

    Optional<TemplateId> templateId() {
        return template.map(Template::id);
    }

    private ContentId contentId(Instant now) {
        return isShared()
                ? TemplateContent.id(template.orElseThrow(), senderName().orElse(""), now)
                : new ContentId(Ids.next());
    }

    Optional<String> senderName() {
        return request.from()
                .flatMap(Addressee::name)
                .or(request::senderName)
                .or(() -> template.flatMap(Template::fromName))
                .or(() -> projectName);
    }
}
