package io.godwit.campaigns;

import io.godwit.core.EmailAddress;
import io.godwit.templates.EmailClass;
import io.godwit.templates.TemplateValidator;
import java.util.Optional;

/** What the author of a campaign says about it. */
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

    /** Characters whose syntax there is to check. */
    int size() {
        return subject.length() + body.length();
    }

    /** Throws a 422 that tells the first mistake of the placeholders with its line and column. */
    void requireSound() {
        TemplateValidator.require(Optional.of(subject), Optional.of(body));
    }

    /** Whether those who do not want mail are left out. */
    boolean needsSubscription() {
        return type != EmailClass.TRANSACTIONAL;
    }
}
