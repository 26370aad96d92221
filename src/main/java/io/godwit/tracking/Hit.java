package io.godwit.tracking;

import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A recorded open or click.
 *
 * @param link the target of a click
 * @param at the epoch stands for now, by the database's clock
 * @param repeats the number of repeated hits of one client it stands for; 0: a single hit
 */
record Hit(
        ProjectId project,
        UUID id,
        EmailId email,
        Kind kind,
        Optional<String> link,
        HitClass visitorClass,
        Optional<String> userAgent,
        Instant at,
        int repeats) {

    /** The kind of a hit. */
    enum Kind {
        OPEN,
        CLICK
    }

    Hit by(HitClass other) {
        return new Hit(project, id, email, kind, link, other, userAgent, at, repeats);
    }

    /** Returns a hit that stands for the repeats of this one by the same client. */
    Hit repeated(UUID id, int times) {
        return new Hit(project, id, email, kind, link, visitorClass, userAgent, at, times);
    }

    boolean isHuman() {
        return visitorClass == HitClass.HUMAN;
    }
}
