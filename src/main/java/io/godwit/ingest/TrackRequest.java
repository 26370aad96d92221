package io.godwit.ingest;

import io.godwit.contacts.DataChange;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure.Issue;
import io.godwit.core.Tenant.Caller;
import io.godwit.events.ReservedEventNames;
import io.godwit.web.JsonBody;
import java.util.Optional;

/** The body of {@code POST /v1/track}. The name of an event is kept as it was sent. */
record TrackRequest(EmailAddress email, String event, Optional<Boolean> subscribed, DataChange data) {

    private static final int MAX_NAME_LENGTH = 200;

    /** @param caller decides the max size of the data, which is smaller for a public key */
    static TrackRequest parse(JsonBody body, Caller caller) {
        var email = body.email("email");
        var event = name(body, "event");
        var subscribed = body.optionalFlag("subscribed");
        var data =
                caller == Caller.PUBLIC_KEY ? DataChange.readOfPublicKey(body, "data") : DataChange.read(body, "data");
        return body.build(() -> new TrackRequest(email, event, subscribed, data));
    }

    /** Reads the name of an event that a caller may make. */
    static String name(JsonBody body, String field) {
        var name = body.text(field, 1, MAX_NAME_LENGTH);
        if (name.chars().anyMatch(Character::isISOControl)) {
            body.issue(field, "invalid_string", "Event names must not contain control characters");
        } else if (ReservedEventNames.isReserved(name)) {
            body.issue(new Issue(
                    field,
                    "Events of this name are made by the service and cannot be tracked",
                    "reserved_event",
                    Optional.of(name)));
        }
        return name;
    }
}
