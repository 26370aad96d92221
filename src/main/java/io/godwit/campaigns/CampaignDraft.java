package io.godwit.campaigns;

import io.godwit.core.EmailAddress;
import io.godwit.sending.preview.TestEmail;
import io.godwit.templates.EmailClass;
import io.godwit.templates.TemplateValidator;
import java.util.Map;
import java.util.Optional;

/** The content, sender and audience of a campaign as its author sets them. */
record CampaignDraft(
        String name,
        Optional<String> description,
        String subject,
        String body,
        EmailAddress from,
        Optional<String> fromName,
        Optional<EmailAddress> replyTo,
        EmailClass type,
        Audience audience) {

    /** The number of characters whose syntax has to be checked. */
    int size() {
        return subject.length() + body.length();
    }

    /** Throws a 422 that tells the first mistake of the placeholders with its line and column. */
    void requireSound() {
        TemplateValidator.require(Optional.of(subject), Optional.of(body));
    }

    /** The email of a test, which is rendered with the data of the recipient's contact. */
    TestEmail test() {
        return new TestEmail(subject, body, from, fromName, replyTo, type, Optional.empty(), Map.of());
    }

    /** True when unsubscribed contacts are left out. */
    boolean needsSubscription() {
        return type != EmailClass.TRANSACTIONAL;
    }
}
