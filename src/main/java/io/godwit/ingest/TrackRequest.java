package io.godwit.ingest;

import io.godwit.contacts.CustomData;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure.Issue;
import io.godwit.web.Body;
import java.util.Optional;

/** The body of {@code POST /v1/track}. The name of an event is kept as it was sent. */
record TrackRequest(EmailAddress email, String event, Optional<Boolean> subscribed, CustomData data) {

    private static final int MAX_NAME_LENGTH = 200;

    static TrackRequest parse(Body body) {
        var email = body.email("email");
        var event = body.text("event", 1, MAX_NAME_LENGTH);
        checkName(body, event);
        var subscribed = body.optionalFlag("subscribed");
        var data = CustomData.read(body, "data");
        return body.build(() -> new TrackRequest(email, event, subscribed, data));
    }

    private static void checkName(Body body, String event) {
        if (event.chars().anyMatch(Character::isISOControl)) {
            body.issue("event", "invalid_string", "Event names must not contain control characters");
        } else if (isReserved(event)) {
            body.issue(new Issue(
                    "event",
                    "Events of this name are made by the service and cannot be tracked",
                    "reserved_event",
                    Optional.of(event)));
        }
    }

    /** Names of our own events; anything else is free, {@code contact.created} and {@code segment.viewed} too. */
    private static boolean isReserved(String event) {
        return event.startsWith("email.")
                || event.equals("contact.subscribed")
                || event.equals("contact.unsubscribed")
                || (event.startsWith("segment.") && (event.endsWith(".entry") || event.endsWith(".exit")));
    }
}
