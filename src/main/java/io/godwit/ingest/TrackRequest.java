package io.godwit.ingest;

import io.godwit.contacts.CustomData;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure.Issue;
import io.godwit.core.Tenant.Caller;
import io.godwit.events.EventNames;
import io.godwit.web.Body;
import java.util.Optional;

/** The body of {@code POST /v1/track}. The name of an event is kept as it was sent. */
record TrackRequest(EmailAddress email, String event, Optional<Boolean> subscribed, CustomData data) {

    private static final int MAX_NAME_LENGTH = 200;

    /** @param caller a public key may bring less data */
    static TrackRequest parse(Body body, Caller caller) {
        var email = body.email("email");
        var event = name(body, "event");
        var subscribed = body.optionalFlag("subscribed");
        var data =
                caller == Caller.PUBLIC_KEY ? CustomData.readOfPublicKey(body, "data") : CustomData.read(body, "data");
        return body.build(() -> new TrackRequest(email, event, subscribed, data));
    }

    /** The name of an event that a caller may make. */
    static String name(Body body, String field) {
        var name = body.text(field, 1, MAX_NAME_LENGTH);
        if (name.chars().anyMatch(Character::isISOControl)) {
            body.issue(field, "invalid_string", "Event names must not contain control characters");
        } else if (EventNames.isReserved(name)) {
            body.issue(new Issue(
                    field,
                    "Events of this name are made by the service and cannot be tracked",
                    "reserved_event",
                    Optional.of(name)));
        }
        return name;
    }
}
