package io.godwit.workflows;

import io.godwit.contacts.Patch;
import io.godwit.core.EmailAddress;
import io.godwit.core.Mailbox;
import io.godwit.templates.Template;
import io.godwit.templates.TemplateType;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a step does to the world. */
sealed interface Effect {

    /**
     * An email.
     *
     * @param from in place of the template's sender
     * @param type the class it is sent as
     * @param kept the variables that may be kept
     * @param once those that may not
     */
    record Mail(
            Template template,
            Optional<Mailbox> from,
            TemplateType type,
            EmailAddress to,
            Map<String, @Nullable Object> kept,
            Map<String, @Nullable Object> once)
            implements Effect {}

    /**
     * A change of the contact.
     *
     * @param once values the rest of this execution sees and nobody else
     */
    record Edit(Optional<Boolean> subscription, Patch kept, Map<String, @Nullable Object> once) implements Effect {}

    /** A call of a webhook. */
    record Call(String method, String url, Map<String, String> headers, Optional<String> body) implements Effect {}
}
