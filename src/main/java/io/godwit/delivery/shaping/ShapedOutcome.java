package io.godwit.delivery.shaping;

import io.godwit.bounces.ClassifiedRefusal;
import io.godwit.bounces.RefusalClass;
import io.godwit.bounces.RefusalScope;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The outcome of one start, as far as traffic shaping learns from it.
 *
 * @param startedAt the time of the permit
 * @param senderDomain the domain of the email's sender
 * @param refusal the refusal; empty for an accepted email and for one without a reply
 * @param rule the rule that matched the refusal
 * @param emailsBefore emails the connection had carried before
 */
public record ShapedOutcome(
        Kind kind,
        Instant startedAt,
        String senderDomain,
        Optional<ClassifiedRefusal> refusal,
        Optional<ReplyRule> rule,
        int emailsBefore) {

    /** An address of IPv4, or of IPv6 with four groups or more. */
    private static final Pattern ADDRESS = Pattern.compile(
            "(?<![\\d.])(?:\\d{1,3}\\.){3}\\d{1,3}(?![\\d.])|(?:[0-9a-fA-F]{1,4}::?){3,7}[0-9a-fA-F]{1,4}");

    /** The kinds of an outcome. */
    public enum Kind {
        ACCEPTED,
        REFUSED,
        /** The connection failed before the final dot. */
        BROKEN,
        /** Nothing reached the site for a reason of our own, such as a stop of the node. */
        RELEASED
    }

    public static ShapedOutcome accepted(Instant startedAt, String senderDomain) {
        return new ShapedOutcome(Kind.ACCEPTED, startedAt, senderDomain, Optional.empty(), Optional.empty(), 0);
    }

    public static ShapedOutcome refused(
            Instant startedAt, String senderDomain, ShapedRefusal refusal, int emailsBefore) {
        return new ShapedOutcome(
                Kind.REFUSED, startedAt, senderDomain, Optional.of(refusal.refusal()), refusal.rule(), emailsBefore);
    }

    /** The connection broke at a command, without a reply. */
    public static ShapedOutcome broken(Instant startedAt, String senderDomain, int emailsBefore) {
        return new ShapedOutcome(
                Kind.BROKEN, startedAt, senderDomain, Optional.empty(), Optional.empty(), emailsBefore);
    }

    public static ShapedOutcome released(Instant startedAt, String senderDomain) {
        return new ShapedOutcome(Kind.RELEASED, startedAt, senderDomain, Optional.empty(), Optional.empty(), 0);
    }

    /** Returns whether the reply quotes an address of ours, so that one reply is enough. */
    boolean namesUs() {
        return refusal.filter(found -> ADDRESS.matcher(found.line()).find()).isPresent();
    }

    /** Returns whether the refusal says that the connection has carried enough emails. */
    boolean isOfEmailsPerConnection() {
        return scope() == RefusalScope.CONNECTION
                && refusal.filter(found -> found.kind() == RefusalClass.RATE_LIMITED)
                        .isPresent();
    }

    RefusalScope scope() {
        return rule.flatMap(ReplyRule::scope)
                .orElseGet(() -> refusal.map(ClassifiedRefusal::scope).orElse(RefusalScope.MESSAGE));
    }
}
