package io.godwit.contacts.api;

import io.godwit.contacts.Contact;
import io.godwit.contacts.ContactChange;
import io.godwit.contacts.DataChange;
import io.godwit.contacts.DataPatch;
import io.godwit.contacts.SubscriptionAuthority;
import io.godwit.core.EmailAddress;
import io.godwit.web.JsonBody;
import io.godwit.web.MemberType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the bodies of {@code /contacts}. */
public final class ContactRequest {

    private static final int MAX_LOOKED_UP = 500;

    private ContactRequest() {}

    /**
     * {@code POST /contacts}.
     *
     * @param proof why a contact that had opted out, also before an erasure, may be mailed again
     */
    record Upsert(ContactChange change, Optional<String> proof) {

        /** Values that are not persistent belong to no email here and are dropped. */
        static Upsert parse(JsonBody body) {
            var email = body.email("email");
            var subscribed = body.optionalFlag("subscribed");
            var data = DataChange.read(body, "data");
            var proof = readProof(body);
            var authority = proof.isPresent() ? SubscriptionAuthority.STATED : SubscriptionAuthority.REQUEST;
            return body.build(() -> new Upsert(
                    new ContactChange(
                            email,
                            proof.isPresent() ? Optional.of(true) : subscribed,
                            true,
                            authority,
                            data.persistentData()),
                    proof));
        }
    }

    /** Reads {@code resubscribe} and {@code proof}. */
    public static Optional<String> readProof(JsonBody body) {
        return ImportOptions.proof(body, body.optionalFlag("resubscribe").orElse(false));
    }

    /**
     * {@code PATCH /contacts/:id}.
     *
     * @param clears whether all of {@code data} is to go, which an explicit null says
     * @param proof why a contact that had opted out, also before an erasure, may be mailed again; for the audit log
     */
    record Update(
            Optional<EmailAddress> email,
            Optional<Boolean> subscribed,
            boolean clears,
            DataPatch persistentData,
            Optional<String> proof) {

        static Update parse(JsonBody body) {
            var email = body.optionalEmail("email");
            var subscribed = body.optionalFlag("subscribed");
            var data = DataChange.read(body, "data");
            var proof = readProof(body);
            return body.build(() -> new Update(
                    email,
                    proof.isPresent() ? Optional.of(true) : subscribed,
                    body.isNull("data"),
                    data.persistentData(),
                    proof));
        }

        /** Without a proof, an erased opt-out of the contact's new address unsubscribes it. */
        Contact applyTo(Contact contact, boolean erased) {
            var changed =
                    contact.with(subscribed, SubscriptionAuthority.STATED, clears ? without(contact) : persistentData);
            return erased && proof.isEmpty() ? changed.erasedBefore() : changed;
        }

        private static DataPatch without(Contact contact) {
            var members = new HashMap<String, @Nullable Object>();
            contact.data().keySet().forEach(key -> members.put(key, null));
            return new DataPatch(members);
        }
    }

    /** {@code POST /contacts/lookup}: the texts as they were sent; what is no address is simply not found. */
    static List<String> lookup(JsonBody body) {
        var texts = new ArrayList<String>();
        if (!body.has("emails")) {
            body.missing("emails");
        }
        body.expects("emails", MemberType.list(MemberType.TEXT, 1, MAX_LOOKED_UP));
        body.optionalList("emails").ifPresent(emails -> read(body, emails, texts));
        return body.build(() -> texts);
    }

    private static void read(JsonBody body, List<@Nullable Object> emails, List<String> texts) {
        if (emails.isEmpty()) {
            body.issue("emails", "too_small", "Array must contain at least 1 element(s)");
        } else if (emails.size() > MAX_LOOKED_UP) {
            body.issue("emails", "too_big", "Array must contain at most " + MAX_LOOKED_UP + " element(s)");
        } else {
            for (var at = 0; at < emails.size(); at++) {
                read(body, "emails." + at, emails.get(at), texts);
            }
        }
    }

    private static void read(JsonBody body, String name, @Nullable Object email, List<String> texts) {
        if (email instanceof String text) {
            texts.add(text);
        } else if (email == null) {
            body.missing(name);
        } else {
            body.wrongType(name, "string", email);
        }
    }
}
