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
 * The variables of one email: the contact's data, overridden by the values of this email only, and both by the system's own
 * variables, so that no data can replace one of our links or addresses. {@code locale} is ordinary data.
 */
public final class SystemVariables {

    /**
     * The prefixes of system variables: our name, the neutral one of the API specification, and that of first-generation
     * templates.
     */
    private static final List<String> PREFIXES = List.of("godwit", "svc", "plunk");

    private static final String UNSUBSCRIBE_URL = "unsubscribeUrl";

    /**
     * The names that templates of other tools have for the unsubscribe link: Customer.io, HubSpot, Brevo, listmonk, Resend and
     * Postmark. A value of that name in the data takes precedence; without one the text would be a link to nowhere.
     */
    private static final List<String> UNSUBSCRIBE_NAMES = List.of(
            "unsubscribe_url",
            "unsubscribe_link",
            "unsubscribe",
            "unsubscribeURL",
            "unsubscribeLink",
            "UnsubscribeURL",
            "RESEND_UNSUBSCRIBE_URL",
            "pm:unsubscribe",
            "pm:unsubscribe_url");

    private final String publicUrl;
    private final LinkTokenCodec links;

    /** Creates the variables; {@code publicUrl} has no trailing slash. */
    public SystemVariables(String publicUrl, LinkTokenCodec links) {
        this.publicUrl = publicUrl;
        this.links = links;
    }

    /**
     * The recipient of an email.
     *
     * @param links the base of its links, where it is not the server's own address
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

    /** Returns a new map with the system variables over the given ones; the arguments are not changed. */
    public Map<String, @Nullable Object> over(
            Map<String, @Nullable Object> persistentData,
            Map<String, @Nullable Object> transientData,
            EmailRecipient recipient) {
        return withAliases(own(persistentData, transientData, recipient));
    }

    private Map<String, @Nullable Object> own(
            Map<String, @Nullable Object> persistentData,
            Map<String, @Nullable Object> transientData,
            EmailRecipient recipient) {
        var variables = new LinkedHashMap<>(persistentData);
        variables.putAll(transientData);
        var contact = recipient.contact().toString();
        variables.put("id", contact);
        variables.put("email", recipient.address().value());
        for (var prefix : PREFIXES) {
            variables.put(prefix + "_id", contact);
            variables.put(prefix + "_email", recipient.address().value());
        }
        variables.put("subscribed", recipient.subscribed());
        variables.put(UNSUBSCRIBE_URL, unsubscribeUrl(recipient));
        variables.put("subscribeUrl", url("/subscribe/", Kind.SUBSCRIBE, recipient));
        variables.put("manageUrl", url("/manage/", Kind.MANAGE, recipient));
        return variables;
    }

    private static Map<String, @Nullable Object> withAliases(Map<String, @Nullable Object> variables) {
        var url = variables.get(UNSUBSCRIBE_URL);
        UNSUBSCRIBE_NAMES.forEach(name -> variables.putIfAbsent(name, url));
        return variables;
    }

    /** Returns the variables of a preview: its links have the form of real ones and lead nowhere. */
    public Map<String, @Nullable Object> preview(
            Map<String, @Nullable Object> persistentData,
            Map<String, @Nullable Object> transientData,
            EmailRecipient recipient) {
        var variables = own(persistentData, transientData, recipient);
        variables.put(UNSUBSCRIBE_URL, previewUrl());
        variables.put("subscribeUrl", publicUrl + "/subscribe/preview");
        variables.put("manageUrl", publicUrl + "/manage/preview");
        return withAliases(variables);
    }

    /** Returns the unsubscribe link of {@link #preview}. */
    public String previewUrl() {
        return publicUrl + "/unsubscribe/preview";
    }

    /** Returns the link of the footer and of {@code List-Unsubscribe} (RFC 8058). */
    public String unsubscribeUrl(EmailRecipient recipient) {
        return url("/unsubscribe/", Kind.UNSUBSCRIBE, recipient);
    }

    /** Returns the base of links, without a trailing slash. */
    String base(EmailRecipient recipient) {
        return recipient.links().orElse(publicUrl);
    }

    private String url(String path, Kind kind, EmailRecipient recipient) {
        return base(recipient) + path + links.write(kind, recipient.link());
    }
}
