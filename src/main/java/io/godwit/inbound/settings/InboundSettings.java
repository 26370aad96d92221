package io.godwit.inbound.settings;

import io.godwit.core.EmailAddress;
import io.godwit.core.SettingsReader;
import io.godwit.sending.suppression.SoftBounceLimit;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The settings of delivery reports and return paths.
 *
 * @param topics ARNs of the trusted SNS topics; none: the webhook is closed
 * @param returnPath the host below which every email has a return path of its own and whose mail we receive; empty: no return
 *     paths
 * @param softBounces the number of days with a full mailbox that suppress an address
 * @param rematch max time a report waits for its email to become known
 * @param retention the time after which reports are deleted; zero keeps them for ever
 */
public record InboundSettings(
        Set<String> topics,
        Optional<String> returnPath,
        SoftBounceLimit softBounces,
        Duration rematch,
        Duration retention) {

    public InboundSettings {
        topics = Set.copyOf(topics);
    }

    /** Returns the ARNs; throws an {@link IllegalArgumentException} when one of them is no ARN of an SNS topic. */
    public static Set<String> topics(List<String> arns) {
        if (!arns.stream().allMatch(arn -> SnsTopic.of(arn).isPresent())) {
            throw new IllegalArgumentException("These are no ARNs of SNS topics: " + arns);
        }
        return Set.copyOf(arns);
    }

    public static InboundSettings read(SettingsReader reader, SoftBounceLimit softBounces) {
        return new InboundSettings(
                reader.checked(
                        "inbound.topics",
                        "ARNs of SNS topics",
                        () -> topics(reader.list("inbound.topics")),
                        Set.<String>of()),
                returnPath(reader),
                softBounces,
                reader.duration("inbound.rematch"),
                reader.durationOrNone("retention.reports"));
    }

    private static Optional<String> returnPath(SettingsReader reader) {
        var host = reader.optional("inbound.return-path");
        if (host.isPresent() && EmailAddress.parse("bounces@" + host.get()).isEmpty()) {
            reader.mistake("inbound.return-path", "a host such as bounces.example.com");
        }
        return host.map(name -> name.toLowerCase(Locale.ROOT));
    }
}
