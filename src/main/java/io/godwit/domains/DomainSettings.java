package io.godwit.domains;

import java.time.Duration;
import java.util.Optional;

/**
 * How domains are checked, and what their records shall say.
 *
 * @param every how often each is checked
 * @param lease after so long a check without an answer is another node's
 * @param checksPerMinute of one domain, asked for by callers; 0 = no limit
 * @param belowToo whether a verified domain may send for the names below it
 * @param links how links are written that carry a domain's own name; empty: none do
 */
public record DomainSettings(
        Duration every,
        Duration lease,
        int checksPerMinute,
        boolean belowToo,
        RecordTargets wanted,
        Optional<LinkBase> links) {

    /** What an operator who sets nothing has, for a service at this host. */
    public static DomainSettings of(String host) {
        return new DomainSettings(
                Duration.ofMinutes(5),
                Duration.ofMinutes(1),
                10,
                false,
                new RecordTargets(
                        "bounce",
                        Optional.empty(),
                        Optional.of(host),
                        Optional.of("a:" + host),
                        "links",
                        Optional.of(host)),
                Optional.empty());
    }

    /**
     * What the records lead to; a record without a target is not asked for.
     *
     * @param bounceLabel of the return path, below the domain
     * @param bounceAlias the host the return path is an alias of; empty: it has an MX and an SPF record of its own
     * @param mx the host that takes what comes back
     * @param spf what SPF lets send, such as {@code include:relay.example.net}
     * @param linksLabel of tracked links, below the domain
     * @param links the host that answers them
     */
    public record RecordTargets(
            String bounceLabel,
            Optional<String> bounceAlias,
            Optional<String> mx,
            Optional<String> spf,
            String linksLabel,
            Optional<String> links) {}
}
