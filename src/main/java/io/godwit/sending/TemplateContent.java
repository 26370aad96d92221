package io.godwit.sending;

import com.fasterxml.uuid.Generators;
import io.godwit.core.ContentId;
import io.godwit.templates.Template;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * Names the content all plain sends of one template version share. The name also holds the day (UTC): new mail never points
 * to a content older than two days, so retention may delete contents by age without asking every node what it remembers.
 */
final class TemplateContent {

    private TemplateContent() {}

    /** The same on every node (UUIDv5, RFC 9562 §5.5, within the template's own id); the sender's name may be the project's. */
    static ContentId id(Template template, String senderName, Instant now) {
        var version = template.updatedAt() + "|" + senderName + "|" + LocalDate.ofInstant(now, ZoneOffset.UTC);
        return new ContentId(
                Generators.nameBasedGenerator(template.id().value()).generate(version));
    }
}
