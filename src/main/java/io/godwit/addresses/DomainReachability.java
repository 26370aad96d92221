package io.godwit.addresses;

import java.util.List;

/**
 * Whether mail can reach a domain, by DNS.
 *
 * @param takesMail by its MX records alone: we do not send to a domain without one
 * @param website whether a public address stands behind the name
 * @param reasons a sentence for everything that is missing or could not be found out
 */
record DomainReachability(Certainty exists, Certainty takesMail, Certainty website, List<String> reasons) {

    DomainReachability {
        reasons = List.copyOf(reasons);
    }

    static DomainReachability reserved() {
        return new DomainReachability(
                Certainty.NO,
                Certainty.NO,
                Certainty.NO,
                List.of(
                        "The domain is reserved or private: it cannot be looked up, and no mail from outside reaches it"));
    }
}
