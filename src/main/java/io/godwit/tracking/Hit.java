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
 * @param at the epoch stands for the time at which the hit came, by the database's clock when it is stored
 * @param client 16 bits of a hash of the client's network: they tell the clients of one email apart and do not tell the network;
 *     empty for a hit that a provider reports
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
        Optional<Short> client,
        Instant at,
        int repeats) {

    /** The kind of a hit. */
    enum Kind {
        OPEN,
        CLICK
    }

    Hit by(HitClass other) {
        return new Hit(project, id, email, kind, link, other, userAgent, client, at, repeats);
    }

    /** Returns a hit that stands for the repeats of this one by the same client. */
    Hit repeated(UUID id, int times) {
        return new Hit(project, id, email, kind, link, visitorClass, userAgent, client, at, times);
    }

    /** Returns this hit as the repeat of another. */
    Hit asRepeat() {
        return repeated(id, 1);
    }

    /** The bits of {@link #client()} for a network. */
    static short clientOf(UUID network) {
        var hash = network.hashCode();
        return (short) (hash ^ hash >>> Short.SIZE);
    }

    boolean isHuman() {
        return visitorClass == HitClass.HUMAN;
    }
}
