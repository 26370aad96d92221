package io.godwit.inbound.processing;

import io.godwit.core.MessageIdCodec;
import io.godwit.core.VerpCodec;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The decoded form of {@link EmailIdentifiers}, which can be looked up. A signed return path is preferred to a Message-ID, and
 * that to a provider's id for the email.
 *
 * @param tail the end of the project's id, where no more of it is known
 * @param domains the project must receive mail at one of these; none: any project
 * @param author the author of the report, when it counts only if the project never emailed that author
 */
record EmailLocator(
        Optional<ProjectId> project,
        Optional<String> tail,
        Optional<EmailId> email,
        Optional<String> providerId,
        List<String> domains,
        Optional<String> author) {

    private static final int MAX_PROVIDER_ID_LENGTH = 255;

    /** Returns the most reliable locator; empty when no identifier can be decoded. */
    static Optional<EmailLocator> of(DeliveryReport.EmailReport report, VerpCodec verp) {
        var identifiers = report.identifiers();
        return Stream.of(
                        identifiers.returnPath().flatMap(verp::read).map(EmailLocator::of),
                        identifiers.token().flatMap(verp::readToken).map(EmailLocator::of),
                        identifiers
                                .messageId()
                                .flatMap(MessageIdCodec::parseFirst)
                                .map(parsed -> of(parsed, identifiers.domains())),
                        identifiers.providerId().flatMap(EmailLocator::ofProvider))
                .flatMap(Optional::stream)
                .findFirst()
                .map(locator -> locator.by(report.author()));
    }

    private static EmailLocator of(VerpCodec.VerpTarget target) {
        return new EmailLocator(
                Optional.empty(),
                Optional.of(target.projectTail()),
                Optional.of(target.email()),
                Optional.empty(),
                List.of(),
                Optional.empty());
    }

    private static EmailLocator of(MessageIdCodec.ParsedMessageId parsed, List<String> domains) {
        return new EmailLocator(
                Optional.of(parsed.project()),
                Optional.empty(),
                Optional.of(parsed.email()),
                Optional.empty(),
                domains,
                Optional.empty());
    }

    private static Optional<EmailLocator> ofProvider(String id) {
        return id.isEmpty() || id.length() > MAX_PROVIDER_ID_LENGTH || id.indexOf('\0') >= 0
                ? Optional.empty()
                : Optional.of(new EmailLocator(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(id),
                        List.of(),
                        Optional.empty()));
    }

    private EmailLocator by(Optional<String> writer) {
        return new EmailLocator(project, tail, email, providerId, domains, writer);
    }
}
