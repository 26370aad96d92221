package io.godwit.ingest;

import io.godwit.contacts.DataChange;
import io.godwit.core.Failure.Issue;
import io.godwit.web.JsonBody;
import java.util.Optional;

/**
 * The body of {@code POST /events/track} in the form of the first generation: an event of an existing contact, named by its id
 * or by an email it got. {@code data} is stored with the event and changes nothing on the contact.
 */
record NamedEventRequest(String name, Optional<String> contactId, Optional<String> emailId, DataChange data) {

    private static final int MAX_ID_LENGTH = 100;

    static NamedEventRequest parse(JsonBody body) {
        var name = TrackRequest.name(body, "name");
        var contact = body.optionalText("contactId", 1, MAX_ID_LENGTH);
        var email = body.optionalText("emailId", 1, MAX_ID_LENGTH);
        if (contact.isEmpty() && email.isEmpty() && body.isFlawless()) {
            body.issue(Issue.of("contactId", "required", "Give the contactId, or the emailId, or email and event"));
        }
        var data = DataChange.read(body, "data");
        return body.build(() -> new NamedEventRequest(name, contact, email, data));
    }
}
