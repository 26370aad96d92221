package io.godwit.sending;

import com.fasterxml.uuid.Generators;
import io.godwit.core.ContentId;
import io.godwit.core.EmailAddress;
import io.godwit.core.Mailbox;
import io.godwit.core.ProjectId;
import io.godwit.templates.Template;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/**
 * Names the content all plain sends of one template version share. The name also holds the day (UTC): new mail never points
 * to a content older than two days, so retention may delete contents by age without asking every node what it remembers.
 */
final class TemplateContent {

    private TemplateContent() {}

    /** What a template says by itself; empty when nobody is its sender. */
    static Optional<Content> of(
            ProjectId project, Template template, Optional<Mailbox> from, Optional<String> projectName, Instant now) {
        var name = from.flatMap(Mailbox::name).or(template::fromName).or(() -> projectName);
        return from.map(Mailbox::address)
                .or(() -> template.from().flatMap(EmailAddress::parse))
                .map(address -> new Content(
                        project,
                        id(
                                template,
                                name.orElse("")
                                        + from.map(other -> "|" + address).orElse(""),
                                now),
                        template.subject(),
                        template.body(),
                        new Mailbox(name, address),
                        template.replyTo(),
                        List.of(),
                        List.of()));
    }

    /** The same on every node (UUIDv5, RFC 9562 §5.5, within the template's own id); the sender's name may be the project's. */
    static ContentId id(Template template, String senderName, Instant now) {
        var version = template.updatedAt() + "|" + senderName + "|" + LocalDate.ofInstant(now, ZoneOffset.UTC);
        return new ContentId(
                Generators.nameBasedGenerator(template.id().value()).generate(version));
    }
}
