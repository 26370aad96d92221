package io.godwit.mailauth;

/**
 * Evaluates DMARC: whether SPF or DKIM authenticates the domain of the From field (RFC 7489 §6.6). Only what speaks for that
 * domain counts: a name server of another domain that does not answer leaves a forgery a forgery (RFC 7489 §4.2).
 */
final class DmarcEvaluator {

    private final DmarcPolicy policy;
    private final String authorDomain;

    /** Evaluates for the domain of the From field, which has this policy. */
    DmarcEvaluator(DmarcPolicy policy, String authorDomain) {
        this.policy = policy;
        this.authorDomain = authorDomain;
    }

    /** Returns the results of all checks; without one author ({@code authorDomain} is empty) DMARC fails. */
    AuthResults results(SpfVerifier.SpfResult spf, DkimVerifier.Signatures dkim) {
        var proven = (spf.result() == AuthResult.PASS && policy.alignsSpf(authorDomain, spf.domain()))
                || dkim.valid().stream().anyMatch(domain -> policy.alignsDkim(authorDomain, domain));
        var open = (spf.result() == AuthResult.PROCESSING_FAILED && policy.alignsSpf(authorDomain, spf.domain()))
                || dkim.unanswered().stream().anyMatch(domain -> policy.alignsDkim(authorDomain, domain));
        var dmarc = dmarc(proven, open);
        return new AuthResults(
                spf.result(),
                dkim.result(),
                dmarc,
                dkim.valid(),
                dmarc == AuthResult.PROCESSING_FAILED && !proven && (!policy.known() || policy.isBinding()));
    }

    /**
     * Returns the result.
     *
     * @param proven whether SPF or DKIM passes for the author's domain
     * @param open whether one of them would perhaps pass, had a name server answered
     */
    private AuthResult dmarc(boolean proven, boolean open) {
        if (authorDomain.isEmpty()) {
            return AuthResult.FAIL;
        } else if (!policy.known()) {
            return AuthResult.PROCESSING_FAILED;
        } else if (!policy.isPublished()) {
            return AuthResult.GRAY;
        } else if (proven) {
            return AuthResult.PASS;
        }
        return open ? AuthResult.PROCESSING_FAILED : AuthResult.FAIL;
    }
}
