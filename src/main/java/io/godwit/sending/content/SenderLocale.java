package io.godwit.sending.content;

import io.godwit.contacts.Translations;
import io.godwit.projects.Project;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The project name and language of the sentences that are added to an email, such as the footer.
 *
 * @param project the project's name
 * @param language the project's, for contacts without one
 */
public record SenderLocale(String project, String language) {

    /** Returns the locale of a project; without a name and a language where the project is gone. */
    public static SenderLocale of(Optional<Project> project) {
        return project.map(known -> new SenderLocale(known.name(), known.language()))
                .orElseGet(() -> new SenderLocale("", ""));
    }

    /** Returns the translations in the contact's own language when the values of the email name a supported one. */
    public Translations to(Map<String, @Nullable Object> values) {
        return Translations.of(Optional.ofNullable(values.get("locale")).map(String::valueOf), language);
    }
}
