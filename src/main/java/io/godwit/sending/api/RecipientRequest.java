package io.godwit.sending.api;

import io.godwit.contacts.ContactChange;
import io.godwit.contacts.DataChange;
import io.godwit.contacts.DataPatch;
import io.godwit.contacts.SubscriptionAuthority;
import io.godwit.core.EmailAddress;
import io.godwit.core.SingleLine;
import io.godwit.core.id.EmailId;
import io.godwit.sending.api.Submission.Recipient;
import io.godwit.sending.api.Submission.RecipientKind;
import io.godwit.web.JsonBody;
import io.godwit.web.MemberType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A recipient or sender in a request, as {@code "ada@example.com"} or as {@code {name?, email}}. */
record RecipientRequest(EmailAddress address, Optional<String> name) {

    /** Max recipients of one call; they are written in one transaction. */
    static final int MAX_RECIPIENTS = 1_000;

    private static final String NAME = "name";

    private static final MemberType MAILBOX =
            MemberType.either(MemberType.EMAIL, MemberType.object("Mailbox", RecipientRequest::object));

    /** Max characters of a name: a bound of our own; header folding handles any length, email programs do not. */
    private static final int MAX_NAME = 255;

    /**
     * Returns this recipient of {@code to}. A name given with the address becomes the contact's {@code name} and overrides one
     * in {@code data}; a new contact is subscribed only when the call says so.
     */
    Recipient recipient(int position, DataChange data, Optional<Boolean> subscribed, EmailId email) {
        if (name.isEmpty()) {
            return new Recipient(
                    RecipientKind.TO,
                    position,
                    change(subscribed, data.persistentData()),
                    email,
                    name,
                    data.transientData());
        }
        var persistentData = new LinkedHashMap<>(data.persistentData().members());
        persistentData.put(NAME, name.get());
        var transientData = new LinkedHashMap<>(data.transientData());
        transientData.remove(NAME);
        return new Recipient(
                RecipientKind.TO,
                position,
                change(subscribed, new DataPatch(persistentData)),
                email,
                name,
                transientData);
    }

    /**
     * Returns this recipient of {@code cc} or {@code bcc}: the data and the subscription of the call are not written to this
     * contact.
     */
    Recipient copy(RecipientKind kind, int position, EmailId email) {
        var persistentData =
                name.map(display -> new DataPatch(Map.of(NAME, display))).orElse(DataPatch.NONE);
        return new Recipient(kind, position, change(Optional.empty(), persistentData), email, name, Map.of());
    }

    private ContactChange change(Optional<Boolean> subscribed, DataPatch persistentData) {
        return new ContactChange(address, subscribed, false, SubscriptionAuthority.REQUEST, persistentData);
    }

    /** Reads {@code to}: one recipient or an array of them, in order, duplicates kept. */
    static List<RecipientRequest> several(JsonBody body, String field) {
        body.expects(field, MemberType.either(MAILBOX, MemberType.list(MAILBOX, 1, MAX_RECIPIENTS)));
        if (!(body.raw(field) instanceof List<?> list)) {
            return one(body, field).map(List::of).orElseGet(() -> none(body, field));
        }
        if (list.isEmpty()) {
            body.issue(field, "too_small", "Array must contain at least 1 element(s)");
        } else if (list.size() > MAX_RECIPIENTS) {
            body.issue(field, "too_big", "Array must contain at most " + MAX_RECIPIENTS + " element(s)");
            return List.of();
        }
        var recipients = new ArrayList<RecipientRequest>();
        for (var at = 0; at < list.size(); at++) {
            read(body, field + "." + at, list.get(at)).ifPresent(recipients::add);
        }
        return recipients;
    }

    /** Reads {@code cc} or {@code bcc}, which may be empty. */
    static List<RecipientRequest> optional(JsonBody body, String field) {
        body.expects(field, MemberType.either(MAILBOX, MemberType.list(MAILBOX, 0, MAX_RECIPIENTS)));
        return !body.has(field) || List.of().equals(body.raw(field)) ? List.of() : several(body, field);
    }

    /** Reads {@code from}, see {@link EmailAddress#parseAscii}; empty when it is absent or invalid. */
    static Optional<RecipientRequest> sender(JsonBody body, String field) {
        var sender = one(body, field);
        sender.map(RecipientRequest::address)
                .filter(EmailAddress::isInternational)
                .ifPresent(address -> body.issue(field, "invalid_string", EmailAddress.asciiMistake(address.value())));
        return sender;
    }

    private static Optional<RecipientRequest> one(JsonBody body, String field) {
        body.expects(field, MAILBOX);
        return body.has(field) ? read(body, field, body.raw(field)) : Optional.empty();
    }

    private static List<RecipientRequest> none(JsonBody body, String field) {
        if (!body.has(field)) {
            body.missing(field);
        }
        return List.of();
    }

    @SuppressWarnings("unchecked")
    private static Optional<RecipientRequest> read(JsonBody body, String field, @Nullable Object value) {
        if (value instanceof String text) {
            return text(body, field, text);
        }
        if (value instanceof Map<?, ?> members) {
            return object(body.child(field, (Map<String, @Nullable Object>) members));
        }
        body.issue(field, "invalid_union", "Expected an address or an object with email and name");
        return Optional.empty();
    }

    private static Optional<RecipientRequest> text(JsonBody body, String field, String text) {
        var address = EmailAddress.parse(text);
        if (address.isEmpty()) {
            body.issue(field, "invalid_string", EmailAddress.mistake(text));
        }
        return address.map(valid -> new RecipientRequest(valid, Optional.empty()));
    }

    private static Optional<RecipientRequest> object(JsonBody recipient) {
        var name = displayName(recipient, NAME);
        if (!recipient.has("email")) {
            recipient.missing("email");
        }
        return recipient.optionalEmail("email").map(address -> new RecipientRequest(address, name));
    }

    /** Reads a name shown beside an address; a blank one counts as none. */
    static Optional<String> displayName(JsonBody body, String field) {
        var name = body.optionalText(field, 0, MAX_NAME);
        if (name.isPresent() && !SingleLine.is(name.get())) {
            body.issue(field, "invalid_string", "A name must not contain line breaks or control characters");
        }
        return name.map(String::strip).filter(text -> !text.isEmpty());
    }
}
