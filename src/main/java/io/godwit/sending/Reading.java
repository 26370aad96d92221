package io.godwit.sending;

import io.godwit.core.EmailAddress;
import io.godwit.smtp.Header;
import io.godwit.templates.Rendering;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Renders emails of the log as they went out, from what is left of them: values for one email only are gone with it. */
final class Reading {

    private final SystemVariables variables;

    Reading(SystemVariables variables) {
        this.variables = variables;
    }

    EmailDetail.Item item(LoggedEmail email) {
        return new EmailDetail.Item(email.summary(), subject(email));
    }

    EmailDetail detail(
            LoggedEmail email,
            List<EmailDetail.File> files,
            List<EmailDetail.Attempt> attempts,
            List<EmailDetail.Happening> events,
            Optional<EmailDetail.Inbound> inbound) {
        return new EmailDetail(
                email.summary(),
                subject(email),
                body(email),
                email.headers().isEmpty() ? Optional.empty() : Optional.of(headers(email.headers())),
                files.isEmpty() ? Optional.empty() : Optional.of(files),
                attempts,
                events,
                inbound);
    }

    /** What a stranger wrote is no template. */
    private Optional<String> subject(LoggedEmail email) {
        if (email.isInbound()) {
            return email.subject();
        }
        return email.subject()
                .map(source -> HeaderValues.oneLine(Rendering.text(source).render(values(email))));
    }

    private Optional<String> body(LoggedEmail email) {
        if (email.isInbound()) {
            return email.body();
        }
        return email.body().map(source -> footed(email, Rendering.html(source).render(values(email))));
    }

    private String footed(LoggedEmail email, String html) {
        var sender = email.summary().from().map(EmailAddress::new).orElseThrow();
        return new Unsubscribe(
                        variables.unsubscribeUrl(reader(email)),
                        email.summary().type(),
                        sender,
                        email.voice(),
                        values(email))
                .in(html);
    }

    private Map<String, @Nullable Object> values(LoggedEmail email) {
        return variables.over(email.kept(), email.once(), reader(email));
    }

    private static SystemVariables.Reader reader(LoggedEmail email) {
        var summary = email.summary();
        return new SystemVariables.Reader(
                summary.projectId(), summary.contactId(), summary.id(), summary.to(), email.subscribed());
    }

    private static Map<String, String> headers(List<Header> headers) {
        var nameToValue = new LinkedHashMap<String, String>();
        headers.forEach(header -> nameToValue.put(header.name(), header.value()));
        return nameToValue;
    }
}
