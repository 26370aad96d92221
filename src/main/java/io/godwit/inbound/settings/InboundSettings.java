package io.godwit.inbound.settings;

import io.godwit.sending.SoftBounceLimit;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The settings of delivery reports and return paths.
 *
 * @param topics ARNs of the trusted SNS topics; none: the webhook is closed
 * @param returnPath the host below which every email has a return path of its own and whose mail we receive; empty: no return
 *     paths
 * @param softBounces the number of consecutive soft bounces that suppress an address
 * @param rematch max time a report waits for its email to become known
 * @param kept the time after which reports are deleted; zero keeps them for ever
 */
public record InboundSettings(
        Set<String> topics, Optional<String> returnPath, SoftBounceLimit softBounces, Duration rematch, Duration kept) {

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
}
