package io.godwit.inbound;

import io.godwit.core.EmailId;
import io.godwit.core.MessageIds;
import io.godwit.core.ProjectId;
import io.godwit.core.ReturnPaths;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A {@link Reference} read: what can be looked up. One of our own signed return paths is worth more than a Message-ID, and that
 * more than a provider's name for the mail.
 *
 * @param tail the end of the project's id, where no more is known of it
 * @param domains the project must receive mail at one of these; none: any project
 * @param author who wrote the report, when it counts only if the project never wrote to them
 */
record Clue(
        Optional<ProjectId> project,
        Optional<String> tail,
        Optional<EmailId> email,
        Optional<String> providerId,
        List<String> domains,
        Optional<String> author) {

    private static final int LONGEST_PROVIDER_ID = 255;

    /** The best there is; empty when nothing can be made of it. */
    static Optional<Clue> of(Report.OfMail report, ReturnPaths paths) {
        var reference = report.mail();
        return Stream.of(
                        reference.returnPath().flatMap(paths::read).map(Clue::of),
                        reference.token().flatMap(paths::readToken).map(Clue::of),
                        reference.messageId().flatMap(MessageIds::named).map(named -> of(named, reference.domains())),
                        reference.providerId().flatMap(Clue::ofProvider))
                .flatMap(Optional::stream)
                .findFirst()
                .map(clue -> clue.by(report.author()));
    }

    private static Clue of(ReturnPaths.Way way) {
        return new Clue(
                Optional.empty(),
                Optional.of(way.projectTail()),
                Optional.of(way.email()),
                Optional.empty(),
                List.of(),
                Optional.empty());
    }

    private static Clue of(MessageIds.Named named, List<String> domains) {
        return new Clue(
                Optional.of(named.project()),
                Optional.empty(),
                Optional.of(named.email()),
                Optional.empty(),
                domains,
                Optional.empty());
    }

    private static Optional<Clue> ofProvider(String id) {
        return id.isEmpty() || id.length() > LONGEST_PROVIDER_ID || id.indexOf('\0') >= 0
                ? Optional.empty()
                : Optional.of(new Clue(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(id),
                        List.of(),
                        Optional.empty()));
    }

    private Clue by(Optional<String> writer) {
        return new Clue(project, tail, email, providerId, domains, writer);
    }
}
