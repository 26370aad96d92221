package io.godwit.sending;

import io.godwit.contacts.Language;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whom a mail speaks for, and how, where we add a sentence of our own.
 *
 * @param project its name
 * @param language the project's, for contacts without one
 */
record Voice(String project, String language) {

    /** The reader's own language when the values of the mail name one we speak. */
    Language to(Map<String, @Nullable Object> values) {
        return Language.of(Optional.ofNullable(values.get("locale")).map(String::valueOf), language);
    }
}
