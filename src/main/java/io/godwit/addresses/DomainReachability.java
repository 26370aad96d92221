package io.godwit.addresses;

import java.util.List;

/**
 * The facts DNS tells about a domain: existence, mail and website.
 *
 * @param acceptsMail by its MX records alone: emails are not sent to a domain without one
 * @param website yes when the name has a public address
 * @param reasons a sentence for everything that is missing or unknown
 */
record DomainReachability(Certainty exists, Certainty acceptsMail, Certainty website, List<String> reasons) {

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
