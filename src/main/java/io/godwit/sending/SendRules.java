package io.godwit.sending;

import java.util.Optional;

/** Decides whether an email that was accepted may still go out: contact, campaign and project may have changed while it waited. */
public final class SendRules {

    /** Complaints are about marketing; a dead or barred address gets nothing at all. */
    private static final String COMPLAINT = "COMPLAINT";

    private SendRules() {}

    /** Empty when it may go. */
    public static Optional<AttemptOutcome> why(EmailAttempt email) {
        var standing = email.standing();
        var marketing = isMarketing(email);
        if (!standing.status().equals("PENDING")) {
            return Optional.of(AttemptOutcome.endedAlready(standing.status()));
        }
        if (standing.campaign().equals("CANCELLED")) {
            return dropped(EmailReason.CAMPAIGN_CANCELLED);
        }
        if (standing.projectDisabled()) {
            return dropped(EmailReason.PROJECT_DISABLED);
        }
        if (!standing.contactExists()) {
            return dropped(EmailReason.CONTACT_DELETED);
        }
        if (marketing && !standing.subscribed()) {
            return dropped(EmailReason.UNSUBSCRIBED);
        }
        return standing.suppressed()
                .filter(reason -> marketing || !reason.equals(COMPLAINT))
                .flatMap(reason -> dropped(EmailReason.suppressed(reason)));
    }

    /** HEADLESS is what its road is: marketing in campaigns and workflows, transactional when somebody sends it. */
    private static boolean isMarketing(EmailAttempt email) {
        return switch (email.type()) {
            case MARKETING -> true;
            case HEADLESS -> email.source() != EmailSource.TRANSACTIONAL;
            case TRANSACTIONAL -> false;
        };
    }

    private static Optional<AttemptOutcome> dropped(EmailReason reason) {
        return Optional.of(reason.verdict());
    }
}
