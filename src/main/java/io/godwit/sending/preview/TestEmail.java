package io.godwit.sending.preview;

import io.godwit.core.EmailAddress;
import io.godwit.templates.EmailClass;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The content of a test email, before it is rendered.
 *
 * @param persistentData the contact data it is rendered with; empty: those of the contact with the recipient's address, if there is one
 * @param transientData values for this email only
 */
public record TestEmail(
        String subject,
        String body,
        EmailAddress from,
        Optional<String> fromName,
        Optional<EmailAddress> replyTo,
        EmailClass type,
        Optional<Map<String, @Nullable Object>> persistentData,
        Map<String, @Nullable Object> transientData) {}
