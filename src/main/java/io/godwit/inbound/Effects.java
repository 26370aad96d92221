package io.godwit.inbound;

import io.godwit.bounces.Refusal.Proof;
import io.godwit.core.EmailId;
import io.godwit.events.NewEvent;
import io.godwit.sending.SoftBounce;
import io.godwit.tracking.ReportedHits.Reported;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What follows from the reports of one batch beside the rows of the log; collected first, written together. */
final class Effects {

    /**
     * An address that is not to be mailed any more, or may have to be.
     *
     * @param reason BOUNCE or COMPLAINT
     */
    record Against(Mail mail, String address, String reason, String evidence) {}

    /** A sign against an address that another has to confirm. */
    record Sign(Standing.Row row, Proof proof, String evidence) {}

    /** A contact that is not to get marketing mail any more. */
    record Leaving(Standing.Row row, String reason) {

        /** Tells whether the contact said no; a dead address did not. */
        boolean saidNo() {
            return !reason.equals(BOUNCE);
        }
    }

    /** The reason of a contact whose address is dead. */
    static final String BOUNCE = "bounce";

    private final List<NewEvent> events = new ArrayList<>();
    private final List<Against> suppressed = new ArrayList<>();
    private final List<SoftBounce> softBounced = new ArrayList<>();
    private final List<Sign> signs = new ArrayList<>();
    private final Map<EmailId, Leaving> emailToLeaving = new LinkedHashMap<>();
    private final List<Reported> seen = new ArrayList<>();

    void happened(NewEvent event) {
        events.add(event);
    }

    void suppressed(Standing.Row row, String reason, String evidence) {
        suppressed.add(new Against(row.mail(), row.to(), reason, evidence));
    }

    void softBounced(Standing.Row row, String evidence) {
        softBounced.add(new SoftBounce(row.mail().project(), row.mail().email(), evidence));
    }

    void suspected(Standing.Row row, Proof proof, String evidence) {
        signs.add(new Sign(row, proof, evidence));
    }

    /** The first reason counts. */
    void left(Standing.Row row, String reason) {
        if (!row.test()) {
            emailToLeaving.putIfAbsent(row.mail().email(), new Leaving(row, reason));
        }
    }

    void seen(Reported hit) {
        seen.add(hit);
    }

    List<NewEvent> events() {
        return events;
    }

    List<Against> suppressions() {
        return suppressed;
    }

    List<SoftBounce> softBounces() {
        return softBounced;
    }

    List<Sign> signs() {
        return signs;
    }

    List<Leaving> leavings() {
        return List.copyOf(emailToLeaving.values());
    }

    List<Reported> hits() {
        return seen;
    }
}
