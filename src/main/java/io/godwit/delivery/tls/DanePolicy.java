package io.godwit.delivery.tls;

import io.godwit.dns.Tlsa;
import java.util.List;
import java.util.Set;

/** The DANE policy of one mail host (RFC 7672 §2.2). */
sealed interface DanePolicy {

    /** The host has none: DNSSEC does not prove its names, or proves that there is no TLSA record. */
    record None() implements DanePolicy {}

    /** The host may not be connected to: a look-up failed, its proof is wrong, or DNSSEC proves that the domain has other hosts. */
    record Unusable(String sentence) implements DanePolicy {}

    /**
     * The host has TLSA records. Without a usable one TLS is a must, with any certificate.
     *
     * @param name the name they stand below, which the client asks for in the handshake (RFC 7672 §8.1)
     * @param usable those that mail can use
     * @param all as reports show them
     * @param hosts the names that a certificate of an authority may be for
     */
    record Records(String name, List<Tlsa> usable, List<Tlsa> all, Set<String> hosts) implements DanePolicy {}
}
