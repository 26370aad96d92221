package io.godwit.workflows;

import java.util.Optional;

/**
 * What the author of a workflow says about it beside its steps.
 *
 * @param allowReentry whether a contact may come in again after its execution has ended
 */
record Profile(String name, Optional<String> description, Trigger trigger, boolean allowReentry) {

    Profile named(String other) {
        return new Profile(other, description, trigger, allowReentry);
    }
}
