package io.godwit.workflows.steps;

import io.godwit.contacts.DataPatch;
import io.godwit.core.EmailAddress;
import io.godwit.core.NamedAddress;
import io.godwit.templates.EmailClass;
import io.godwit.templates.Template;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a step does to the world. */
public sealed interface StepEffect {

    /**
     * An email.
     *
     * @param from in place of the template's sender
     * @param type the class it is sent as
     * @param kept the variables that may be kept
     * @param once those that may not
     */
    record SendEmail(
            Template template,
            Optional<NamedAddress> from,
            EmailClass type,
            EmailAddress to,
            Map<String, @Nullable Object> kept,
            Map<String, @Nullable Object> once)
            implements StepEffect {}

    /**
     * A change of the contact.
     *
     * @param once values the rest of this execution sees and nobody else
     */
    record UpdateContact(Optional<Boolean> subscription, DataPatch kept, Map<String, @Nullable Object> once)
            implements StepEffect {}

    /** A call of a webhook. */
    record CallWebhook(String method, String url, Map<String, String> headers, Optional<String> body)
            implements StepEffect {}
}
