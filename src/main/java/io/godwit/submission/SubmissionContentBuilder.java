package io.godwit.submission;

import io.godwit.core.Failure;
import io.godwit.core.NamedAddress;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContentId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.TemplateId;
import io.godwit.projects.Project;
import io.godwit.sending.content.EmailContent;
import io.godwit.sending.content.SmtpSubmission;
import io.godwit.smtp.message.Attachment;
import io.godwit.smtp.message.MimeReader;
import io.godwit.submission.SubmissionService.Received;
import io.godwit.templates.Template;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/** Makes the content of a submitted message's emails. Safe to use from any context. */
final class SubmissionContentBuilder {

    private static final int MAX_FILES = 10;

    /** Max bytes of the attachments beside a template, as in {@code POST /v1/send}. */
    private static final long MAX_FILE_BYTES = 10L << 20;

    private final SubmissionDependencies dependencies;

    SubmissionContentBuilder(SubmissionDependencies dependencies) {
        this.dependencies = dependencies;
    }

    /** Completes with the template that the message names, if it names one; fails when there is none of that id. */
    Future<Optional<Template>> template(Tenant tenant, SubmittedMessage message) {
        var named = message.headers().template();
        if (named.isEmpty()) {
            return Future.succeededFuture(Optional.empty());
        }
        return Ids.parse(named.get())
                .map(id -> dependencies
                        .templates()
                        .find(tenant, new TemplateId(id))
                        .map(Optional::of))
                .orElseGet(() -> Future.failedFuture(
                        Failure.notFound(Failure.Kind.TEMPLATE_NOT_FOUND, "Template", named.get())));
    }

    /**
     * Completes with the content: the message as it came, or the template with what the message says over it. Fails when the
     * sender's domain is not verified, or with a {@link SubmissionException} for too many or too large files beside a template.
     */
    Future<EmailContent> build(Received received, SubmittedMessage message, Optional<Template> template) {
        return dependencies
                .senders()
                .requireVerified(received.tenant(), message.from().address())
                .compose(ignored -> template.isEmpty()
                        ? Future.succeededFuture(raw(received, message))
                        : templated(received, message, template.get()));
    }

    private static EmailContent raw(Received received, SubmittedMessage message) {
        return new EmailContent(
                received.tenant().project(),
                new ContentId(Ids.next()),
                message.subject(),
                "",
                Optional.empty(),
                message.from(),
                message.replyTo(),
                Optional.empty(),
                List.of(),
                List.of(),
                Optional.of(new SmtpSubmission(
                        Optional.of(message.raw()),
                        message.messageId(),
                        received.mailFrom(),
                        message.headers().metadata(),
                        message.files())));
    }

    /** Returns the template's content, with what the message says itself over it; its text is not used, its files are. */
    private Future<EmailContent> templated(Received received, SubmittedMessage message, Template template) {
        var files = dependencies
                .workers()
                .executeBlocking(() -> MimeReader.read(message.raw()).attachments(), false);
        return files.map(SubmissionContentBuilder::bounded)
                .compose(attachments -> senderName(received, message, template)
                        .map(name -> new EmailContent(
                                received.tenant().project(),
                                new ContentId(Ids.next()),
                                message.subject().isEmpty() ? template.subject() : message.subject(),
                                template.body(),
                                Optional.empty(),
                                new NamedAddress(name, message.from().address()),
                                message.replyTo().or(template::replyTo),
                                Optional.empty(),
                                List.of(),
                                attachments,
                                Optional.of(new SmtpSubmission(
                                        Optional.empty(),
                                        Optional.empty(),
                                        received.mailFrom(),
                                        message.headers().metadata(),
                                        false)))));
    }

    private static List<Attachment> bounded(List<Attachment> files) {
        var bytes = files.stream().mapToLong(file -> file.bytes().length).sum();
        if (files.size() > MAX_FILES || bytes > MAX_FILE_BYTES) {
            throw SubmissionException.of(
                    "552 5.3.4", "A message with a template may have " + MAX_FILES + " attachments of 10 MB in all");
        }
        return files;
    }

    private Future<Optional<String>> senderName(Received received, SubmittedMessage message, Template template) {
        var own = message.from().name().or(template::fromName);
        return own.isPresent()
                ? Future.succeededFuture(own)
                : dependencies.projects().apply(received.tenant().project()).map(project -> project.map(Project::name));
    }
}
