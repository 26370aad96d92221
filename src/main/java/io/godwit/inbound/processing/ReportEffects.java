package io.godwit.inbound.processing;

import io.godwit.bounces.ClassifiedRefusal.Weight;
import io.godwit.core.id.EmailId;
import io.godwit.events.NewEvent;
import io.godwit.sending.suppression.SoftBounce;
import io.godwit.tracking.ReportedHits.Reported;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects the effects of one batch of reports outside the log rows, so that they are written together. */
final class ReportEffects {

    /**
     * An address to be suppressed.
     *
     * @param reason BOUNCE or COMPLAINT
     */
    record SuppressionEffect(EmailKey key, String address, String reason, String evidence) {}

    /** Evidence against an address that needs a second one. */
    record SoftSignal(DeliveryState.Row row, Weight weight, String evidence) {}

    /** A contact to be unsubscribed from marketing. */
    record Unsubscribe(DeliveryState.Row row, String reason) {

        /** Returns whether the contact itself unsubscribed or complained; false for a dead address. */
        boolean optedOut() {
            return !reason.equals(BOUNCE);
        }
    }

    /** The unsubscription reason of a contact whose address is dead. */
    static final String BOUNCE = "bounce";

    private final List<NewEvent> events = new ArrayList<>();
    private final List<SuppressionEffect> suppressed = new ArrayList<>();
    private final List<SoftBounce> softBounced = new ArrayList<>();
    private final List<SoftSignal> signals = new ArrayList<>();
    private final Map<EmailId, Unsubscribe> emailToLeaving = new LinkedHashMap<>();
    private final List<Reported> seen = new ArrayList<>();
    private int bounces;
    private int complaints;

    void append(NewEvent event) {
        events.add(event);
    }

    /** Counts an email that a report calls bounced for the first time, unless it is simulated. */
    void countBounce(boolean simulated) {
        bounces += simulated ? 0 : 1;
    }

    /** Counts an email that a report calls complained about for the first time, unless it is simulated. */
    void countComplaint(boolean simulated) {
        complaints += simulated ? 0 : 1;
    }

    int bounces() {
        return bounces;
    }

    int complaints() {
        return complaints;
    }

    void suppressed(DeliveryState.Row row, String reason, String evidence) {
        suppressed.add(new SuppressionEffect(row.key(), row.to(), reason, evidence));
    }

    void softBounced(DeliveryState.Row row, String evidence) {
        softBounced.add(new SoftBounce(row.key().project(), row.key().email(), evidence));
    }

    void addSign(DeliveryState.Row row, Weight weight, String evidence) {
        signals.add(new SoftSignal(row, weight, evidence));
    }

    /** Adds an unsubscription; the first reason counts. */
    void left(DeliveryState.Row row, String reason) {
        if (!row.test()) {
            emailToLeaving.putIfAbsent(row.key().email(), new Unsubscribe(row, reason));
        }
    }

    void seen(Reported hit) {
        seen.add(hit);
    }

    List<NewEvent> events() {
        return events;
    }

    List<SuppressionEffect> suppressions() {
        return suppressed;
    }

    List<SoftBounce> softBounces() {
        return softBounced;
    }

    List<SoftSignal> signs() {
        return signals;
    }

    List<Unsubscribe> unsubscribes() {
        return List.copyOf(emailToLeaving.values());
    }

    List<Reported> hits() {
        return seen;
    }
}
