package io.godwit.contacts;

import io.godwit.core.EmailAddress;
import io.godwit.web.Body;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The bodies of {@code /contacts}. */
final class ContactRequest {

    private static final int MOST_LOOKED_UP = 500;

    private ContactRequest() {}

    /** {@code POST /contacts}. Values that are not persistent belong to no email here and are dropped. */
    static ContactChange upsert(Body body) {
        var email = body.email("email");
        var subscribed = body.optionalFlag("subscribed");
        var data = CustomData.read(body, "data");
        return body.build(() -> new ContactChange(email, subscribed, true, true, data.kept()));
    }

    /**
     * {@code PATCH /contacts/:id}.
     *
     * @param clears whether all of {@code data} is to go, which an explicit null says
     */
    record Update(Optional<EmailAddress> email, Optional<Boolean> subscribed, boolean clears, Patch kept) {

        static Update parse(Body body) {
            var email = body.optionalEmail("email");
            var subscribed = body.optionalFlag("subscribed");
            var data = CustomData.read(body, "data");
            return body.build(() -> new Update(email, subscribed, body.isNull("data"), data.kept()));
        }

        Contact applyTo(Contact contact) {
            return contact.with(subscribed, clears ? without(contact) : kept);
        }

        private static Patch without(Contact contact) {
            var members = new HashMap<String, @Nullable Object>();
            contact.data().keySet().forEach(key -> members.put(key, null));
            return new Patch(members);
        }
    }

    /** {@code POST /contacts/lookup}: the texts as they were sent; what is no address is simply not found. */
    static List<String> lookup(Body body) {
        var texts = new ArrayList<String>();
        if (!body.has("emails")) {
            body.missing("emails");
        }
        body.optionalList("emails").ifPresent(emails -> read(body, emails, texts));
        return body.build(() -> texts);
    }

    private static void read(Body body, List<@Nullable Object> emails, List<String> texts) {
        if (emails.isEmpty()) {
            body.issue("emails", "too_small", "Array must contain at least 1 element(s)");
        } else if (emails.size() > MOST_LOOKED_UP) {
            body.issue("emails", "too_big", "Array must contain at most " + MOST_LOOKED_UP + " element(s)");
        } else {
            for (var at = 0; at < emails.size(); at++) {
                read(body, "emails." + at, emails.get(at), texts);
            }
        }
    }

    private static void read(Body body, String name, @Nullable Object email, List<String> texts) {
        if (email instanceof String text) {
            texts.add(text);
        } else if (email == null) {
            body.missing(name);
        } else {
            body.wrongType(name, "string", email);
        }
    }
}
