package io.godwit.delivery.tls;

import io.vertx.core.Future;

/** Finds the encryption that sessions with the mail hosts of a domain must have. */
@FunctionalInterface
public interface TlsPolicyResolver {

    /** Requires nothing: encrypts when offered. */
    TlsPolicyResolver OPPORTUNISTIC =
            (domain, host, port) -> Future.succeededFuture(TlsRequirement.opportunistic(domain, host));

    /**
     * Completes with the requirement of one mail host, on the caller's context. Takes the time of some DNS look-ups when nothing
     * is known about the domain, and at most a minute when it has a new MTA-STS policy. Fails only while the database is away;
     * then nothing is known of the domain's policy and nothing may be sent.
     *
     * @param domain the destination: the domain of the recipient, an A-label in lower case
     * @param host the mail host as the MX record names it
     */
    Future<TlsRequirement> resolve(String domain, String host, int port);
}
