package io.godwit.delivery;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * An operator's choice of how email of a project leaves.
 *
 * @param domain the sender's domain it is for; empty text: all
 * @param emailClass TRANSACTIONAL, MARKETING or HEADLESS; empty text: all
 * @param mode empty: as the settings say
 * @param pool the egress pool; empty: the first of the settings
 * @param fallbackPools the pools used in this order while all sources of the pool before fail at a site
 */
public record DeliveryChoice(
        UUID project,
        String domain,
        String emailClass,
        Optional<DirectSettings.Mode> mode,
        Optional<String> pool,
        List<String> fallbackPools) {

    public DeliveryChoice {
        fallbackPools = List.copyOf(fallbackPools);
    }

    /** Returns whether it is for all emails of the project. */
    boolean concernsAll() {
        return domain.isEmpty() && emailClass.isEmpty();
    }

    /** Returns whether it says where email leaves from. */
    boolean namesPools() {
        return pool.isPresent() || !fallbackPools.isEmpty();
    }
}
