package io.godwit.billing;

import io.godwit.projects.Suspensions.Moved;
import java.util.Optional;

/**
 * What an event of Stripe led to.
 *
 * @param outcome for a reader
 * @param moved a project that was closed or opened, to be announced
 */
record Reaction(String outcome, Optional<Moved> moved) {

    static Reaction of(String outcome) {
        return new Reaction(outcome, Optional.empty());
    }
}
