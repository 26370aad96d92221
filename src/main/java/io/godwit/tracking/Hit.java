package io.godwit.tracking;

import io.godwit.core.EmailId;
import io.godwit.core.ProjectId;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * An open or a click.
 *
 * @param link where a click led
 * @param at the epoch for now, by the database's clock
 */
record Hit(
        ProjectId project,
        UUID id,
        EmailId email,
        Kind kind,
        Optional<String> link,
        Visitor visitor,
        Optional<String> userAgent,
        Instant at) {

    /** What was done. */
    enum Kind {
        OPEN,
        CLICK
    }

    Hit by(Visitor other) {
        return new Hit(project, id, email, kind, link, other, userAgent, at);
    }

    boolean isHuman() {
        return visitor == Visitor.HUMAN;
    }
}
