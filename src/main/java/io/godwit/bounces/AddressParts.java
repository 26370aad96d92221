package io.godwit.bounces;

import java.util.Locale;

/**
 * The parts of an address that a program wrote, in lower case.
 *
 * @param local the local part, with its tag
 */
record AddressParts(String local, String domain) {

    static AddressParts of(String address) {
        var at = address.lastIndexOf('@');
        return new AddressParts(
                address.substring(0, Math.max(0, at)).toLowerCase(Locale.ROOT),
                address.substring(at + 1).toLowerCase(Locale.ROOT));
    }

    /** Returns the local part without its tag. */
    String untagged() {
        var plus = local.indexOf('+');
        return plus > 0 ? local.substring(0, plus) : local;
    }

    /** Returns the local part without its tag and its punctuation, which Gmail and others ignore. */
    String name() {
        return untagged().replaceAll("[._-]", "");
    }

    /** Returns whether one of the domains is the other one or lies in it. */
    boolean hasDomainOf(AddressParts other) {
        return domain.equals(other.domain)
                || domain.endsWith("." + other.domain)
                || other.domain.endsWith("." + domain);
    }
}
