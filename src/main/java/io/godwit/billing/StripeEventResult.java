package io.godwit.billing;

import io.godwit.projects.SuspensionService.StatusChange;
import java.util.Optional;

/**
 * What an event of Stripe led to.
 *
 * @param outcome for a reader
 * @param moved a project that was closed or opened, to be announced
 */
record StripeEventResult(String outcome, Optional<StatusChange> moved) {

    static StripeEventResult of(String outcome) {
        return new StripeEventResult(outcome, Optional.empty());
    }
}
