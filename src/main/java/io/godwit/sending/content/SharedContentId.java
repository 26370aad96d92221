package io.godwit.sending.content;

import com.fasterxml.uuid.Generators;
import io.godwit.core.EmailAddress;
import io.godwit.core.NamedAddress;
import io.godwit.core.id.ContentId;
import io.godwit.core.id.ProjectId;
import io.godwit.templates.Template;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/**
 * Computes the id of the content that all plain sends of one template version share. The id also holds the day (UTC): a new
 * email never refers to a content older than two days, so retention may delete contents by age without asking every node for
 * its cache.
 */
public final class SharedContentId {

    private SharedContentId() {}

    /** Returns the content of a template by itself; empty when the template has no sender. */
    static Optional<EmailContent> of(
            ProjectId project,
            Template template,
            Optional<NamedAddress> from,
            Optional<String> projectName,
            Instant now) {
        var name = from.flatMap(NamedAddress::name).or(template::fromName).or(() -> projectName);
        return from.map(NamedAddress::address)
                .or(() -> template.from().flatMap(EmailAddress::parse))
                .map(address -> new EmailContent(
                        project,
                        id(
                                template,
                                name.orElse("")
                                        + from.map(ignored -> "|" + address).orElse(""),
                                now),
                        template.subject(),
                        template.body(),
                        new NamedAddress(name, address),
                        template.replyTo(),
                        List.of(),
                        List.of()));
    }

    /**
     * Returns an id that is equal on every node (UUIDv5, RFC 9562 §5.5, within the template's own id); the sender's name may be
     * the project's.
     */
    public static ContentId id(Template template, String senderName, Instant now) {
        var version = template.updatedAt() + "|" + senderName + "|" + LocalDate.ofInstant(now, ZoneOffset.UTC);
        return new ContentId(
                Generators.nameBasedGenerator(template.id().value()).generate(version));
    }
}
