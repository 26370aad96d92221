package io.godwit.sending.rendering;

import io.godwit.core.EmailAddress;
import io.godwit.core.LinkTokenCodec;
import io.godwit.core.LinkTokenCodec.Kind;
import io.godwit.core.LinkTokenCodec.Link;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Everything the placeholders of one email can name: the contact's data, over it what only this email gets to see, and over
 * both what the service knows, so that no data can pose as a link or an address of ours. {@code locale} is ordinary data.
 */
public final class SystemVariables {

    /** Our name, the neutral one of the API specification, and the one templates of the first generation use. */
    private static final List<String> PREFIXES = List.of("godwit", "svc", "plunk");

    private final String publicUrl;
    private final LinkTokenCodec links;

    /** {@code publicUrl} has no trailing slash. */
    public SystemVariables(String publicUrl, LinkTokenCodec links) {
        this.publicUrl = publicUrl;
        this.links = links;
    }

    /**
     * Whom an email goes to.
     *
     * @param links the base of its links, where it is not our own address
     */
    public record EmailRecipient(
            ProjectId project,
            ContactId contact,
            EmailId email,
            EmailAddress address,
            boolean subscribed,
            Optional<String> links) {

        Link link() {
            return new Link(project, contact, email);
        }
    }

    /** A new map; the arguments are left as they are. */
    public Map<String, @Nullable Object> over(
            Map<String, @Nullable Object> kept, Map<String, @Nullable Object> once, EmailRecipient reader) {
        var variables = new LinkedHashMap<>(kept);
        variables.putAll(once);
        var contact = reader.contact().toString();
        variables.put("id", contact);
        variables.put("email", reader.address().value());
        for (var prefix : PREFIXES) {
            variables.put(prefix + "_id", contact);
            variables.put(prefix + "_email", reader.address().value());
        }
        variables.put("subscribed", reader.subscribed());
        variables.put("unsubscribeUrl", unsubscribeUrl(reader));
        variables.put("subscribeUrl", url("/subscribe/", Kind.SUBSCRIBE, reader));
        variables.put("manageUrl", url("/manage/", Kind.MANAGE, reader));
        return variables;
    }

    /** The same for a look at a mail nobody gets: its links have the form of ours and lead nowhere. */
    public Map<String, @Nullable Object> preview(
            Map<String, @Nullable Object> kept, Map<String, @Nullable Object> once, EmailRecipient reader) {
        var variables = over(kept, once, reader);
        variables.put("unsubscribeUrl", previewUrl());
        variables.put("subscribeUrl", publicUrl + "/subscribe/preview");
        variables.put("manageUrl", publicUrl + "/manage/preview");
        return variables;
    }

    /** What {@link #preview} has for the link that leads out. */
    public String previewUrl() {
        return publicUrl + "/unsubscribe/preview";
    }

    /** Where the footer and {@code List-Unsubscribe} lead (RFC 8058). */
    public String unsubscribeUrl(EmailRecipient reader) {
        return url("/unsubscribe/", Kind.UNSUBSCRIBE, reader);
    }

    /** Without a trailing slash. */
    String base(EmailRecipient reader) {
        return reader.links().orElse(publicUrl);
    }

    private String url(String path, Kind kind, EmailRecipient reader) {
        return base(reader) + path + links.write(kind, reader.link());
    }
}
