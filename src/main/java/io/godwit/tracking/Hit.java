package io.godwit.tracking;

import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * An open or a click.
 *
 * @param link where a click led
 * @param at the epoch for now, by the database's clock
 * @param repeats how many it stands for that came soon after another of the same client; 0: it is one by itself
 */
record Hit(
        ProjectId project,
        UUID id,
        EmailId email,
        Kind kind,
        Optional<String> link,
        HitClass visitor,
        Optional<String> userAgent,
        Instant at,
        int repeats) {

    /** What was done. */
    enum Kind {
        OPEN,
        CLICK
    }

    Hit by(HitClass other) {
        return new Hit(project, id, email, kind, link, other, userAgent, at, repeats);
    }

    /** Those that came soon after this one from the same client, as one. */
    Hit repeated(UUID id, int times) {
        return new Hit(project, id, email, kind, link, visitor, userAgent, at, times);
    }

    boolean isHuman() {
        return visitor == HitClass.HUMAN;
    }
}
