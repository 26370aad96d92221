package io.godwit.inbound;

import io.godwit.core.EmailId;
import io.godwit.core.Ids;
import io.godwit.core.ProjectId;
import io.godwit.core.ReturnPaths;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A {@link Reference} read: what can be looked up. One of our own signed return paths is worth more than a Message-ID, and that
 * more than a provider's name for the mail.
 *
 * @param tail the end of the project's id, where no more is known of it
 */
record Clue(Optional<ProjectId> project, Optional<String> tail, Optional<EmailId> email, Optional<String> providerId) {

    /** {@code <email-id.project-id@domain>}; anything may stand around it. */
    private static final Pattern MESSAGE_ID = Pattern.compile("([0-9a-f-]{36})\\.([0-9a-f-]{36})@");

    private static final int LONGEST_PROVIDER_ID = 255;

    /** The best there is; empty when nothing can be made of it. */
    static Optional<Clue> of(Reference reference, ReturnPaths paths) {
        return Stream.of(
                        reference.returnPath().flatMap(paths::read).map(Clue::of),
                        reference.messageId().flatMap(Clue::of),
                        reference.providerId().flatMap(Clue::ofProvider))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Clue of(ReturnPaths.Way way) {
        return new Clue(Optional.empty(), Optional.of(way.projectTail()), Optional.of(way.email()), Optional.empty());
    }

    private static Optional<Clue> of(String messageId) {
        var found = MESSAGE_ID.matcher(messageId.toLowerCase(Locale.ROOT));
        return found.find()
                ? Ids.parse(found.group(1)).flatMap(email -> Ids.parse(found.group(2))
                        .map(project -> new Clue(
                                Optional.of(new ProjectId(project)),
                                Optional.empty(),
                                Optional.of(new EmailId(email)),
                                Optional.empty())))
                : Optional.empty();
    }

    private static Optional<Clue> ofProvider(String id) {
        return id.isEmpty() || id.length() > LONGEST_PROVIDER_ID || id.indexOf('\0') >= 0
                ? Optional.empty()
                : Optional.of(new Clue(Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(id)));
    }
}
