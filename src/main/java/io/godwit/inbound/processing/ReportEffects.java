package io.godwit.inbound.processing;

import io.godwit.bounces.ClassifiedRefusal.Evidence;
import io.godwit.core.id.EmailId;
import io.godwit.events.NewEvent;
import io.godwit.sending.SoftBounce;
import io.godwit.tracking.ReportedHits.Reported;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What follows from the reports of one batch beside the rows of the log; collected first, written together. */
final class ReportEffects {

    /**
     * An address that is not to be mailed any more, or may have to be.
     *
     * @param reason BOUNCE or COMPLAINT
     */
    record SuppressionEffect(EmailKey mail, String address, String reason, String evidence) {}

    /** A sign against an address that another has to confirm. */
    record SoftSignal(DeliveryState.Row row, Evidence proof, String evidence) {}

    /** A contact that is not to get marketing mail any more. */
    record Unsubscribe(DeliveryState.Row row, String reason) {

        /** Tells whether the contact said no; a dead address did not. */
        boolean saidNo() {
            return !reason.equals(BOUNCE);
        }
    }

    /** The reason of a contact whose address is dead. */
    static final String BOUNCE = "bounce";

    private final List<NewEvent> events = new ArrayList<>();
    private final List<SuppressionEffect> suppressed = new ArrayList<>();
    private final List<SoftBounce> softBounced = new ArrayList<>();
    private final List<SoftSignal> signs = new ArrayList<>();
    private final Map<EmailId, Unsubscribe> emailToLeaving = new LinkedHashMap<>();
    private final List<Reported> seen = new ArrayList<>();

    void happened(NewEvent event) {
        events.add(event);
    }

    void suppressed(DeliveryState.Row row, String reason, String evidence) {
        suppressed.add(new SuppressionEffect(row.mail(), row.to(), reason, evidence));
    }

    void softBounced(DeliveryState.Row row, String evidence) {
        softBounced.add(new SoftBounce(row.mail().project(), row.mail().email(), evidence));
    }

    void suspected(DeliveryState.Row row, Evidence proof, String evidence) {
        signs.add(new SoftSignal(row, proof, evidence));
    }

    /** The first reason counts. */
    void left(DeliveryState.Row row, String reason) {
        if (!row.test()) {
            emailToLeaving.putIfAbsent(row.mail().email(), new Unsubscribe(row, reason));
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
        return signs;
    }

    List<Unsubscribe> leavings() {
        return List.copyOf(emailToLeaving.values());
    }

    List<Reported> hits() {
        return seen;
    }
}
