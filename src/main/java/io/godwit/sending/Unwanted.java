package io.godwit.sending;

import io.godwit.sending.Verdict.End;
import io.godwit.templates.TemplateType;
import java.util.Optional;

/** Why an email must not go out any more, though it was accepted: the world moved on while it waited. */
final class Unwanted {

    /** Complaints are about marketing; a dead or barred address gets nothing at all. */
    private static final String COMPLAINT = "COMPLAINT";

    private Unwanted() {}

    /** Empty when it may go. */
    static Optional<Verdict> why(Outgoing email) {
        var standing = email.standing();
        var marketing = email.type() != TemplateType.TRANSACTIONAL;
        if (!standing.status().equals("PENDING")) {
            return dropped(End.CANCELLED, "The email had ended as " + standing.status());
        }
        if (standing.projectDisabled()) {
            return dropped(End.FAILED, "The project is disabled");
        }
        if (!standing.contactExists()) {
            return dropped(End.CANCELLED, "The contact was deleted");
        }
        if (marketing && !standing.subscribed()) {
            return dropped(End.SUPPRESSED, "The contact has unsubscribed");
        }
        return standing.suppressed()
                .filter(reason -> marketing || !reason.equals(COMPLAINT))
                .flatMap(reason -> dropped(End.SUPPRESSED, "The address is on the suppression list: " + reason));
    }

    private static Optional<Verdict> dropped(End end, String reason) {
        return Optional.of(Verdict.dropped(end, reason));
    }
}
