package io.godwit.workflows.steps;

import io.godwit.contacts.DataPatch;
import io.godwit.core.EmailAddress;
import io.godwit.core.NamedAddress;
import io.godwit.templates.EmailClass;
import io.godwit.templates.Template;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An effect of a step: an email, a change of the contact, or a webhook call. */
public sealed interface StepEffect {

    /**
     * An email.
     *
     * @param from sender in place of the template's
     * @param type the class it is sent as
     * @param persistentData variables that may be stored
     * @param transientData variables that may not be stored
     */
    record SendEmail(
            Template template,
            Optional<NamedAddress> from,
            EmailClass type,
            EmailAddress to,
            Map<String, @Nullable Object> persistentData,
            Map<String, @Nullable Object> transientData)
            implements StepEffect {}

    /**
     * A change of the contact.
     *
     * @param transientData values that only the rest of this execution sees
     */
    record UpdateContact(
            Optional<Boolean> subscription, DataPatch persistentData, Map<String, @Nullable Object> transientData)
            implements StepEffect {}

    /** A call of a webhook. */
    record CallWebhook(String method, String url, Map<String, String> headers, Optional<String> body)
            implements StepEffect {}
}
