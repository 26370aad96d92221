package io.godwit.delivery;

import java.util.Optional;
import java.util.UUID;

/**
 * An operator's choice of how email of a project leaves.
 *
 * @param domain the sender's domain it is for; empty text: all
 * @param emailClass TRANSACTIONAL, MARKETING or HEADLESS; empty text: all
 * @param mode empty: as the settings say
 * @param pool the egress pool; empty: the default one
 */
public record DeliveryChoice(
        UUID project, String domain, String emailClass, Optional<DirectSettings.Mode> mode, Optional<String> pool) {}
