package io.godwit.sending.attempt;

import io.godwit.delivery.simulator.SimulatorDomain;
import io.godwit.sending.EmailReason;
import io.godwit.sending.EmailSource;
import java.util.Optional;

/** Decides whether an accepted email may still be sent: contact, campaign and project may have changed while it waited. */
public final class SendRules {

    /** The suppression reason that stops marketing email only; every other suppression stops all email. */
    private static final String COMPLAINT = "COMPLAINT";

    private static final String BOUNCE = "BOUNCE";

    private SendRules() {}

    /** Returns the outcome that ends the email without an attempt; empty when it may be sent. */
    public static Optional<AttemptOutcome> why(EmailAttempt email, SimulatorDomain simulator) {
        var eligibility = email.eligibility();
        var marketing = isMarketing(email);
        if (!eligibility.status().equals("PENDING")) {
            return Optional.of(AttemptOutcome.endedAlready(eligibility.status()));
        }
        if (eligibility.campaign().equals("CANCELLED")) {
            return dropped(EmailReason.CAMPAIGN_CANCELLED);
        }
        if (eligibility.projectDisabled()) {
            return dropped(EmailReason.PROJECT_DISABLED);
        }
        if (!eligibility.contactExists()) {
            return dropped(EmailReason.CONTACT_DELETED);
        }
        if (marketing && !eligibility.subscribed()) {
            return dropped(EmailReason.UNSUBSCRIBED);
        }
        return eligibility
                .suppressed()
                .or(() -> simulator.isSuppressed(email.to()) ? Optional.of(BOUNCE) : Optional.empty())
                .filter(reason -> marketing || !reason.equals(COMPLAINT))
                .flatMap(reason -> dropped(EmailReason.suppressed(reason)));
    }

    /**
     * Returns whether the email is marketing: HEADLESS is when a campaign or workflow sends it, and transactional when the API
     * does.
     */
    private static boolean isMarketing(EmailAttempt email) {
        return switch (email.type()) {
            case MARKETING -> true;
            case HEADLESS -> email.source() != EmailSource.TRANSACTIONAL;
            case TRANSACTIONAL -> false;
        };
    }

    private static Optional<AttemptOutcome> dropped(EmailReason reason) {
        return Optional.of(AttemptOutcome.dropped(reason));
    }
}
