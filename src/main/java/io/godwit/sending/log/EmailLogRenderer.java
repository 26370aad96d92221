package io.godwit.sending.log;

import io.godwit.core.EmailAddress;
import io.godwit.sending.rendering.HeaderTemplates;
import io.godwit.sending.rendering.HeaderValueCheck;
import io.godwit.sending.rendering.SystemVariables;
import io.godwit.sending.rendering.UnsubscribeLinks;
import io.godwit.templates.CompiledTemplate;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Renders emails of the log as they were sent, from the remaining values: those for one email only are deleted when it ends.
 */
final class EmailLogRenderer {

    private final SystemVariables variables;

    EmailLogRenderer(SystemVariables variables) {
        this.variables = variables;
    }

    EmailDetail.Item item(LoggedEmail email) {
        return new EmailDetail.Item(email.summary(), subject(email, Optional.empty()));
    }

    /** @param links the base of its links, where it is not the server's own address */
    EmailDetail detail(
            LoggedEmail email,
            List<EmailDetail.File> files,
            List<EmailDetail.Attempt> attempts,
            List<EmailDetail.EmailEvent> events,
            Optional<ReceivedDetail> inbound,
            Optional<String> links) {
        if (email.raw().isPresent()) {
            return SubmittedMessageReader.detail(email, email.raw().get(), attempts, events);
        }
        return new EmailDetail(
                email.summary(),
                subject(email, links),
                body(email, links),
                text(email, links),
                email.recipients(),
                headers(email, links),
                files.isEmpty() ? Optional.empty() : Optional.of(files),
                SubmittedMessageReader.metadata(email),
                attempts,
                events,
                inbound);
    }

    /** Returns the subject; that of a received email is not rendered, because it is no template. */
    private Optional<String> subject(LoggedEmail email, Optional<String> links) {
        if (email.isVerbatim()) {
            return email.subject();
        }
        return email.subject()
                .map(source -> HeaderValueCheck.oneLine(
                        CompiledTemplate.text(source).render(values(email, links), date(email))));
    }

    private Optional<String> body(LoggedEmail email, Optional<String> links) {
        if (email.isInbound()) {
            return email.body();
        }
        return email.body().map(source -> unsubscribe(email, links)
                .in(CompiledTemplate.html(source).render(values(email, links), date(email))));
    }

    /** Returns the approximate time of the first attempt, past or planned, which is the date the email is rendered with. */
    private static Instant date(LoggedEmail email) {
        var summary = email.summary();
        return summary.sentAt().or(summary::scheduledAt).orElse(summary.createdAt());
    }

    private Optional<String> text(LoggedEmail email, Optional<String> links) {
        return email.text().map(source -> unsubscribe(email, links)
                .inText(CompiledTemplate.text(source).render(values(email, links), date(email))));
    }

    private UnsubscribeLinks unsubscribe(LoggedEmail email, Optional<String> links) {
        return new UnsubscribeLinks(
                variables.unsubscribeUrl(reader(email, links)),
                email.summary().type(),
                email.summary().from().map(EmailAddress::new).orElseThrow(),
                email.locale(),
                values(email, links));
    }

    private Map<String, @Nullable Object> values(LoggedEmail email, Optional<String> links) {
        return variables.over(email.persistentData(), email.transientData(), reader(email, links));
    }

    private static SystemVariables.EmailRecipient reader(LoggedEmail email, Optional<String> links) {
        var summary = email.summary();
        return new SystemVariables.EmailRecipient(
                summary.projectId(), summary.contactId(), summary.id(), summary.to(), email.subscribed(), links);
    }

    private Optional<Map<String, String>> headers(LoggedEmail email, Optional<String> links) {
        var headers = email.isVerbatim()
                ? email.headers()
                : HeaderTemplates.of(email.headers())
                        .render(values(email, links), date(email))
                        .orElse(email.headers());
        var nameToValue = new LinkedHashMap<String, String>();
        headers.forEach(header -> nameToValue.put(header.name(), header.value()));
        return nameToValue.isEmpty() ? Optional.empty() : Optional.of(nameToValue);
    }
}
