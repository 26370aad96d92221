package io.godwit.sending.attempt;

import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.godwit.db.CrashCount;
import io.godwit.traces.TraceContext;
import java.time.Duration;
import java.util.Optional;

/**
 * The claim of one outbox row, valid until its lease ends or a newer claim raises the fence.
 *
 * @param domain of the recipient
 * @param crashes how often a lease of this row expired during an attempt
 * @param aloneCrashes how often that happened while it was the only email being composed, and was not composed yet, on a node that
 *     has not come back since
 * @param inDoubt whether a lease expired just now during an attempt, so that the last claim may have sent it
 * @param refusal by which the email ends, unless the refusal was revoked
 * @param facts those that decide how it leaves
 * @param trace the span the attempt belongs to; empty unless the email is traced
 */
public record ClaimedEmail(
        ProjectId project,
        EmailId email,
        String domain,
        short lane,
        long fence,
        int attempts,
        int crashes,
        int aloneCrashes,
        boolean inDoubt,
        Optional<WaitingRefusal> refusal,
        DeliveryFacts facts,
        Optional<TraceContext> trace) {

    /** Creates a claim of an email that goes through the relay. */
    public ClaimedEmail(
            ProjectId project,
            EmailId email,
            String domain,
            short lane,
            long fence,
            int attempts,
            int crashes,
            int aloneCrashes,
            boolean inDoubt,
            Optional<WaitingRefusal> refusal) {
        this(
                project,
                email,
                domain,
                lane,
                fence,
                attempts,
                crashes,
                aloneCrashes,
                inDoubt,
                refusal,
                new DeliveryFacts((short) 0, "", "", false, Optional.empty(), Duration.ZERO, false, Duration.ZERO),
                Optional.empty());
    }

    /**
     * The facts that decide how an email leaves. While all emails go through the relay, {@code senderDomain}, {@code emailClass}, {@code
     * tlsReport} and {@code unclear} are not read: they are empty, or false.
     *
     * @param siteNumber the number of its site, as {@code outbox.destination} has it: 0 for none, {@code Lane.BY_RELAY} for an
     *     email that goes by the relay where others of its project go direct
     * @param senderDomain the domain of its From address
     * @param emailClass TRANSACTIONAL, MARKETING or HEADLESS
     * @param tlsReport whether it carries a TLS report, which is delivered whatever the encryption of its host (RFC 8460 §3)
     * @param source the egress source of its last attempt
     * @param sinceFirstAttempt by the database's clock; zero before it
     * @param unclear whether an attempt from that source, or one that a crash ended, may have been accepted
     * @param age since the email was accepted, by the database's clock
     */
    public record DeliveryFacts(
            short siteNumber,
            String senderDomain,
            String emailClass,
            boolean tlsReport,
            Optional<String> source,
            Duration sinceFirstAttempt,
            boolean unclear,
            Duration age) {}

    /** Returns the claim of an email that is traced from now on. */
    public ClaimedEmail tracedBy(TraceContext span) {
        return new ClaimedEmail(
                project,
                email,
                domain,
                lane,
                fence,
                attempts,
                crashes,
                aloneCrashes,
                inDoubt,
                refusal,
                facts,
                Optional.of(span));
    }

    private CrashCount crashCount() {
        return new CrashCount(crashes, aloneCrashes, inDoubt);
    }

    /** Returns whether the email must be composed while no other email is. */
    public boolean isClaimedAlone() {
        return crashCount().isClaimedAlone();
    }

    /** Returns whether the email is dead: it must not be tried any more. */
    public boolean isDead() {
        return crashCount().isDead();
    }

    /** Returns whether its crashes are few enough for another attempt. */
    public boolean mayBeTried() {
        return crashCount().mayBeTried();
    }

    /** Returns the reason for which the email is dead. */
    public String reason() {
        return "The server stopped " + aloneCrashes + " times while it made the message of this email and nothing else";
    }

    /** Returns the pause before an email that is composed alone is tried again; zero while it has not crashed alone. */
    public Duration coolDown() {
        return crashCount().pause();
    }
}
