package io.godwit.delivery.check;

import java.util.Optional;

/**
 * A domain that emails are sent from.
 *
 * @param name in A-labels, lower case
 * @param selector of its DKIM key; empty: not known
 * @param key its DKIM key in Base64; empty: any key will do
 */
public record SenderDomain(String name, Optional<String> selector, Optional<String> key) {}
