package io.godwit.inbound;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is taken in, and what follows from it.
 *
 * @param topics ARNs of the SNS topics that are believed; none: the hook is closed
 * @param returnPath the host whose mail comes to us, below which every mail has a return path of its own; empty: none has
 * @param softLimit so many mails in a row that came back for a passing reason end the mail to an address; 0 = never
 * @param softWithin those longer ago are not counted
 * @param rematch how long a report waits for its mail to be known
 * @param kept how long a report can be looked up; zero keeps it for ever
 */
public record InboundSettings(
        Set<String> topics,
        Optional<String> returnPath,
        int softLimit,
        Duration softWithin,
        Duration rematch,
        Duration kept) {

    public InboundSettings {
        topics = Set.copyOf(topics);
    }

    /** Throws an {@link IllegalArgumentException} when one of them is no ARN of an SNS topic. */
    public static Set<String> topics(List<String> arns) {
        if (!arns.stream().allMatch(arn -> Topic.of(arn).isPresent())) {
            throw new IllegalArgumentException("Not an ARN of an SNS topic");
        }
        return Set.copyOf(arns);
    }
}
