package io.godwit.delivery.shaping;

import io.godwit.core.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The suspensions of one source at one site, one for each cause and sender's domain. When one for a refusal ends, a single email
 * tests the site: only when that is answered otherwise do the others go on; the same refusal suspends for twice the time.
 */
final class SuspensionSet {

    private static final Backoff BLOCKED = Backoff.doubling(Duration.ofMinutes(15), Duration.ofHours(4));
    private static final Backoff UNREACHABLE = Backoff.doubling(Duration.ofMinutes(1), Duration.ofHours(1));
    private static final Backoff FAULT = Backoff.doubling(Duration.ofMinutes(5), Duration.ofHours(1));
    private static final Backoff DOMAIN_RATE = Backoff.doubling(Duration.ofMinutes(1), Duration.ofHours(1));

    /** The causes for which email may leave from another source: they prove that the site accepted nothing. */
    private static final Set<Hold.Code> FAILURES =
            EnumSet.of(Hold.Code.BLOCKED_SOURCE, Hold.Code.UNREACHABLE, Hold.Code.CONNECT_REFUSED);

    /** The time after the end of a suspension in which the next for the same cause is longer. */
    private static final Duration MEMORY = Duration.ofHours(6);

    /** The time after which the outcome of a test is not waited for any more. */
    private static final Duration PROBE_TIMEOUT = Duration.ofMinutes(15);

    /** Max causes, for sites that refuse thousands of sender domains. */
    private static final int MAX_SUSPENSIONS = 200;

    private final List<Suspension> suspensions = new ArrayList<>();
    private final Map<Suspension, Instant> suspensionToProbe = new HashMap<>();

    void restore(List<Suspension> stored) {
        suspensions.addAll(stored);
    }

    List<Suspension> all(Instant now) {
        return suspensions.stream().filter(one -> !isExpired(one, now)).toList();
    }

    /** Returns whether the whole site is suspended now: not for one sender domain alone, and not until a test ends. */
    boolean isSiteSuspended(Instant now) {
        return suspensions.stream()
                .anyMatch(one -> !one.lifted() && one.senderDomain().isEmpty() && now.isBefore(one.until()));
    }

    /**
     * Returns for how long the whole site has been suspended for one cause, again and again; an operator's suspensions and those of
     * rules are none of the site.
     */
    Duration suspendedFor(Instant now) {
        return suspensions.stream()
                .filter(one -> !one.lifted() && one.senderDomain().isEmpty() && probes(one))
                .map(one -> Duration.between(one.since(), now).plus(stepsBefore(one)))
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    private static Duration stepsBefore(Suspension one) {
        return IntStream.range(1, one.times())
                .mapToObj(schedule(one.code())::step)
                .reduce(Duration.ZERO, Duration::plus);
    }

    /**
     * Returns whether the site refuses the source, or cannot be reached from it, until a test has passed: the suspensions that are no
     * reply to an email's content or recipient. Not while an operator wants nothing to be sent.
     */
    boolean isSourceFailing(Instant now) {
        return suspensions.stream().anyMatch(one -> !one.lifted() && FAILURES.contains(one.code()))
                && suspensions.stream().noneMatch(one -> one.code() == Hold.Code.OPERATOR && now.isBefore(one.until()));
    }

    private static boolean isExpired(Suspension one, Instant now) {
        return now.isAfter(one.until().plus(MEMORY)) && (one.lifted() || !probes(one));
    }

    private static boolean probes(Suspension one) {
        return one.code() != Hold.Code.OPERATOR && one.code() != Hold.Code.REPLY_RULE;
    }

    /** Returns the reason an email of the domain may not start now. */
    Optional<StartPermit> findHold(String senderDomain, Instant now) {
        if (suspensions.isEmpty()) {
            return Optional.empty();
        }
        return suspensions.stream()
                .filter(one -> !one.lifted() && one.concerns(senderDomain))
                .flatMap(one -> findHold(one, now).stream())
                .max((one, other) -> one.notBefore().compareTo(other.notBefore()));
    }

    private Optional<StartPermit> findHold(Suspension one, Instant now) {
        if (now.isBefore(one.until())) {
            return Optional.of(heldUntilEnd(one));
        }
        var probe = suspensionToProbe.get(one);
        if (probes(one) && probe != null && now.isBefore(probe.plus(PROBE_TIMEOUT))) {
            return Optional.of(StartPermit.heldUntil(
                    now.plusSeconds(1),
                    Hold.Code.PROBE,
                    one.sentence() + " One email tests since " + probe + " whether that has ended."));
        }
        return Optional.empty();
    }

    private static StartPermit heldUntilEnd(Suspension one) {
        return StartPermit.heldUntil(
                one.until(), one.code(), one.sentence() + " Nothing is sent before " + one.until() + ".");
    }

    /**
     * Returns the reason no connection may be opened now. After a suspension of the whole site one connection is opened at a time,
     * until an email has passed.
     *
     * @param opening whether a connection is being opened
     */
    Optional<StartPermit> connectHold(boolean opening, Instant now) {
        return suspensions.stream()
                .filter(one -> !one.lifted() && one.senderDomain().isEmpty())
                .flatMap(one -> connectHold(one, opening, now).stream())
                .max((one, other) -> one.notBefore().compareTo(other.notBefore()));
    }

    private static Optional<StartPermit> connectHold(Suspension one, boolean opening, Instant now) {
        if (now.isBefore(one.until())) {
            return Optional.of(heldUntilEnd(one));
        }
        return opening && probes(one)
                ? Optional.of(StartPermit.heldUntil(
                        now.plusSeconds(1),
                        Hold.Code.PROBE,
                        one.sentence() + " One connection tests whether that has ended."))
                : Optional.empty();
    }

    /** An email starts; it is the test of the suspensions that have ended. */
    void started(String senderDomain, Instant now) {
        for (var one : suspensions) {
            if (!one.lifted() && probes(one) && one.concerns(senderDomain) && !now.isBefore(one.until())) {
                suspensionToProbe.put(one, now);
            }
        }
    }

    /** Returns whether only one email may start now, as a test. */
    boolean isProbing(String senderDomain, Instant now) {
        return suspensions.stream()
                .anyMatch(one ->
                        !one.lifted() && probes(one) && one.concerns(senderDomain) && !now.isBefore(one.until()));
    }

    /** An email passed, or was refused for another cause: what its start tested has ended. */
    void passed(String senderDomain, Instant startedAt, Instant now, Optional<Hold.Code> refusedFor) {
        for (var index = 0; index < suspensions.size(); index++) {
            var one = suspensions.get(index);
            if (!one.lifted()
                    && one.concerns(senderDomain)
                    && !startedAt.isBefore(one.until())
                    && refusedFor.filter(code -> code == one.code()).isEmpty()) {
                suspensionToProbe.remove(one);
                suspensions.set(index, one.liftedAt(now));
            }
        }
        suspensions.removeIf(one -> isExpired(one, now));
    }

    /** The test did not reach the site: another email may be the next. */
    void released(Instant startedAt) {
        suspensionToProbe.values().removeIf(startedAt::equals);
    }

    /**
     * Suspends by the schedule of the cause, longer each time.
     *
     * @param startedAt the start of the refused email; when the suspension in force is newer, nothing changes
     * @return the number of suspensions for this cause in a row; 0 when none began
     */
    int refused(Hold.Code code, Optional<String> domain, String sentence, Instant startedAt, Instant now) {
        var former = find(code, domain);
        if (former.filter(one -> startedAt.isBefore(one.until())).isPresent()) {
            return 0;
        }
        var times = former.filter(
                        one -> !one.lifted() || now.isBefore(one.until().plus(MEMORY)))
                .map(one -> one.times() + 1)
                .orElse(1);
        put(new Suspension(code, domain, sentence, now, now.plus(schedule(code).step(times)), times, false));
        return times;
    }

    private static Backoff schedule(Hold.Code code) {
        return switch (code) {
            case UNREACHABLE, CONNECT_REFUSED -> UNREACHABLE;
            case SITE_FAULT -> FAULT;
            case RATE_REPLY -> DOMAIN_RATE;
            default -> BLOCKED;
        };
    }

    private Optional<Suspension> find(Hold.Code code, Optional<String> domain) {
        return suspensions.stream().filter(one -> one.isFor(code, domain)).findFirst();
    }

    void put(Suspension suspension) {
        remove(suspension.code(), suspension.senderDomain());
        if (suspensions.size() >= MAX_SUSPENSIONS) {
            suspensions.remove(0);
        }
        suspensions.add(suspension);
    }

    private void remove(Hold.Code code, Optional<String> domain) {
        suspensions.removeIf(one -> one.isFor(code, domain));
        suspensionToProbe.keySet().removeIf(one -> one.isFor(code, domain));
    }

    /** Ends all suspensions now; with {@code testing} a single email tests the site first. */
    void end(Instant now, boolean testing) {
        suspensionToProbe.clear();
        if (!testing) {
            suspensions.clear();
            return;
        }
        suspensions.removeIf(one -> !probes(one));
        suspensions.replaceAll(one -> one.until().isBefore(now)
                ? one
                : new Suspension(one.code(), one.senderDomain(), one.sentence(), one.since(), now, one.times(), false));
    }
}
