package io.godwit.billing;

import io.godwit.projects.SuspensionService.StatusChange;
import java.util.Optional;

/**
 * The result of one event.
 *
 * @param outcome a sentence for the table, for operators
 * @param moved a project that was suspended or reopened, to be published
 */
record StripeEventResult(String outcome, Optional<StatusChange> moved) {

    static StripeEventResult of(String outcome) {
        return new StripeEventResult(outcome, Optional.empty());
    }
}
