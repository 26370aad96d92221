package io.godwit.inbound.settings;

import io.godwit.sending.SoftBounceLimit;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is taken in, and what follows from it.
 *
 * @param topics ARNs of the SNS topics that are believed; none: the hook is closed
 * @param returnPath the host whose mail comes to us, below which every mail has a return path of its own; empty: none has
 * @param softBounces so many mails in a row that came back for a passing reason end the mail to an address
 * @param rematch how long a report waits for its mail to be known
 * @param kept how long a report can be looked up; zero keeps it for ever
 */
public record InboundSettings(
        Set<String> topics, Optional<String> returnPath, SoftBounceLimit softBounces, Duration rematch, Duration kept) {

    public InboundSettings {
        topics = Set.copyOf(topics);
    }

    /** Throws an {@link IllegalArgumentException} when one of them is no ARN of an SNS topic. */
    public static Set<String> topics(List<String> arns) {
        if (!arns.stream().allMatch(arn -> SnsTopic.of(arn).isPresent())) {
            throw new IllegalArgumentException("These are no ARNs of SNS topics: " + arns);
        }
        return Set.copyOf(arns);
    }
}
