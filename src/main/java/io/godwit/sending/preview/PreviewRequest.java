package io.godwit.sending.preview;

import io.godwit.contacts.DataChange;
import io.godwit.core.EmailAddress;
import io.godwit.web.JsonBody;
import java.util.Optional;

/**
 * The body of {@code POST /templates/:id/preview}: the contact of the preview, and values that override the contact's own.
 *
 * @param contactId as it was sent; a text that is no id matches no contact
 */
record PreviewRequest(DataChange data, Optional<String> contactId, Optional<EmailAddress> email) {

    /** Max characters of an id or an address. */
    static final int MAX_ID_LENGTH = 255;

    static PreviewRequest parse(JsonBody body) {
        var data = DataChange.read(body, "data");
        var contactId = body.optionalText("contactId", 0, MAX_ID_LENGTH);
        var email = body.optionalEmail("email");
        if (body.has("contactId") && body.has("email")) {
            body.issue("email", "custom", "Give a contactId or an email, not both");
        }
        return body.build(() -> new PreviewRequest(data, contactId, email));
    }
}
