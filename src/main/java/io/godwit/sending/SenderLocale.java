package io.godwit.sending;

import io.godwit.contacts.Translations;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whom a mail speaks for, and how, where we add a sentence of our own.
 *
 * @param project its name
 * @param language the project's, for contacts without one
 */
public record SenderLocale(String project, String language) {

    /** The reader's own language when the values of the mail name one we speak. */
    public Translations to(Map<String, @Nullable Object> values) {
        return Translations.of(Optional.ofNullable(values.get("locale")).map(String::valueOf), language);
    }
}
