package io.godwit.sending;

import io.godwit.sending.Verdict.End;
import java.util.Optional;

/**
 * Why an email must not go out any more, though it was accepted: the world moved on while it waited. Indexes of the log are made by
 * these sentences (V27, V38): who changes one changes those.
 */
public final class Unwanted {

    /** What the log says of mail for somebody who does not want it. */
    public static final String UNSUBSCRIBED = "The contact has unsubscribed";

    /** What the log says of mail to an address on the suppression list; the reason follows. */
    public static final String BARRED = "The address is on the suppression list: ";

    /** What the log says of mail whose campaign was cancelled before it could go out. */
    public static final String CAMPAIGN_CANCELLED = "The campaign was cancelled";

    /** What the log says of mail its caller called back while it waited. */
    static final String CANCELLED = "The email was cancelled";

    static final String CONTACT_DELETED = "The contact was deleted";

    /** Complaints are about marketing; a dead or barred address gets nothing at all. */
    private static final String COMPLAINT = "COMPLAINT";

    private Unwanted() {}

    /** Empty when it may go. */
    static Optional<Verdict> why(Outgoing email) {
        var standing = email.standing();
        var marketing = isMarketing(email);
        if (!standing.status().equals("PENDING")) {
            return dropped(End.CANCELLED, "The email had ended as " + standing.status());
        }
        if (standing.campaign().equals("CANCELLED")) {
            return dropped(End.CANCELLED, CAMPAIGN_CANCELLED);
        }
        if (standing.projectDisabled()) {
            return dropped(End.FAILED, "The project is disabled");
        }
        if (!standing.contactExists()) {
            return dropped(End.CANCELLED, CONTACT_DELETED);
        }
        if (marketing && !standing.subscribed()) {
            return dropped(End.SUPPRESSED, UNSUBSCRIBED);
        }
        return standing.suppressed()
                .filter(reason -> marketing || !reason.equals(COMPLAINT))
                .flatMap(reason -> dropped(End.SUPPRESSED, BARRED + reason));
    }

    /** HEADLESS is what its road is: marketing in campaigns and workflows, transactional when somebody sends it. */
    private static boolean isMarketing(Outgoing email) {
        return switch (email.type()) {
            case MARKETING -> true;
            case HEADLESS -> email.source() != Source.TRANSACTIONAL;
            case TRANSACTIONAL -> false;
        };
    }

    private static Optional<Verdict> dropped(End end, String reason) {
        return Optional.of(Verdict.dropped(end, reason));
    }
}
