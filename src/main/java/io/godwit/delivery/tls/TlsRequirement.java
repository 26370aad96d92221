package io.godwit.delivery.tls;

import io.godwit.smtp.RelaySettings;
import io.godwit.smtp.client.TlsPolicy;
import io.vertx.core.net.ClientSSLOptions;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The encryption that a session with one mail host must have.
 *
 * @param domain the destination
 * @param host the mail host, as the MX record names it
 * @param serverName the name the client asks for in the handshake: that of the MX record, also where it is an alias (RFC 8461 §4.1),
 *     but with DANE the name below which the TLSA records stand (RFC 7672 §8.1)
 * @param mode {@code OPPORTUNISTIC}, or {@code REQUIRED}: STARTTLS and an accepted certificate, or no mail
 * @param options the check of the certificate; equal for equal requirements, so that they share a TLS context
 * @param verification {@code dane}, {@code mta-sts} or {@code none}: the check of the certificate, for the log
 * @param policy the policy the session is counted for
 * @param known a failure that is certain before the session
 * @param observed the latest failure of a certificate that is only observed, as a policy in testing mode wants
 */
public record TlsRequirement(
        String domain,
        String host,
        String serverName,
        RelaySettings.Tls mode,
        ClientSSLOptions options,
        String verification,
        AppliedPolicy policy,
        Optional<Obstacle> known,
        Supplier<Optional<TlsResult>> observed) {

    /** The word for a certificate that is not checked. */
    public static final String NONE = "none";

    static final String DANE = "dane";
    static final String MTA_STS = "mta-sts";

    /**
     * A failure that is known before the session.
     *
     * @param sentence for the log and the email
     * @param forbids whether the host may not be connected to; otherwise the failure is only counted
     */
    public record Obstacle(TlsResult result, String sentence, boolean forbids) {}

    /** Returns the requirement of a host without a policy: encrypted when offered, with any certificate. */
    public static TlsRequirement opportunistic(String domain, String host) {
        return anyCertificate(domain, host, RelaySettings.Tls.OPPORTUNISTIC, AppliedPolicy.none(domain));
    }

    static TlsRequirement anyCertificate(String domain, String host, RelaySettings.Tls mode, AppliedPolicy policy) {
        return new TlsRequirement(
                domain, host, host, mode, TlsPolicy.anyCertificate(), NONE, policy, Optional.empty(), Optional::empty);
    }

    /** Returns the same requirement with another name in the handshake. */
    TlsRequirement named(String name) {
        return new TlsRequirement(domain, host, name, mode, options, verification, policy, known, observed);
    }

    /** Returns the same requirement with a failure that is known before the session. */
    TlsRequirement with(TlsResult result, String sentence, boolean forbids) {
        return new TlsRequirement(
                domain,
                host,
                serverName,
                mode,
                options,
                verification,
                policy,
                Optional.of(new Obstacle(result, sentence, forbids)),
                observed);
    }

    /** Returns the reason the host may not be connected to, if there is one: the next host is tried, else the email waits. */
    public Optional<Obstacle> refusal() {
        return known.filter(Obstacle::forbids);
    }

    /** Returns whether a session without encryption, or with any certificate, is allowed. */
    public boolean isOpportunistic() {
        return mode == RelaySettings.Tls.OPPORTUNISTIC;
    }

    /** Returns the policy that a session is opened with. */
    public TlsPolicy tlsPolicy() {
        return tlsPolicy(mode);
    }

    /** Returns the policy that a session is opened with, in another mode. */
    public TlsPolicy tlsPolicy(RelaySettings.Tls other) {
        return new TlsPolicy(other, options, verification, Optional.of(serverName));
    }
}
