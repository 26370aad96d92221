package io.godwit.billing;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Who pays for a project, and what its owners allow it.
 *
 * @param caps mails a month; a category without one is unlimited
 */
record Account(
        Optional<String> customer, Optional<String> subscription, Optional<String> currency, Map<Category, Long> caps) {

    static final Account NONE = new Account(Optional.empty(), Optional.empty(), Optional.empty(), Map.of());

    Account {
        var copy = new EnumMap<Category, Long>(Category.class);
        copy.putAll(caps);
        caps = Map.copyOf(copy);
    }
}
