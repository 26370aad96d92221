package io.godwit.delivery.tls;

import io.godwit.core.PollLoop;
import io.godwit.db.Database;
import io.godwit.dns.DnsAnswer;
import io.godwit.dns.DnsResolver;
import io.godwit.dns.DnsSettings;
import io.godwit.dns.Mx;
import io.godwit.dns.ValidatingResolver;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Optional;

/** The policies of mail hosts on a node: the resolver that sessions ask, and the loop that keeps MTA-STS policies fresh. */
public final class TlsPolicyService {

    private static final Duration REFRESHED_EVERY = Duration.ofMinutes(10);

    private final Vertx vertx;
    private final DnsResolver dns;
    private final Optional<ValidatingResolver> validating;
    private final HttpsClient client;
    private final Optional<StsResolver> sts;
    private final TlsPolicyResolver resolver;

    /** Reads the certificate authorities; blocks. {@code dns} is the caller's to close. */
    public TlsPolicyService(
            Vertx vertx, Database database, DnsResolver dns, DnsSettings dnsSettings, TlsSettings settings) {
        this.vertx = vertx;
        this.dns = dns;
        var authorities = CertificateAuthorities.read(settings.authorities());
        this.client = new HttpsClient(vertx, dns, settings.allowed(), authorities);
        this.validating = settings.resolver().map(server -> new ValidatingResolver(vertx, dnsSettings, server));
        this.sts = settings.mtaSts()
                ? Optional.of(new StsResolver(vertx, database, dns, new StsPolicyFetcher(client, settings.port())))
                : Optional.empty();
        this.resolver = new DomainTlsPolicyResolver(validating.map(DaneResolver::new), sts, authorities);
    }

    public TlsPolicyResolver resolver() {
        return resolver;
    }

    /**
     * Completes with the MX records of a domain: where DANE is on those of the validating resolver, whose answers nobody forges on
     * the way (RFC 7672 §2.2). Where it has no answer they are those of the other name servers; the requirement of their hosts then
     * says why none may be connected to. Never fails.
     */
    public Future<DnsAnswer<Mx>> mx(String domain) {
        return validating
                .map(resolver -> resolver.mx(domain)
                        .compose(found ->
                                found.answer().isUnknown() ? dns.mx(domain) : Future.succeededFuture(found.answer())))
                .orElseGet(() -> dns.mx(domain));
    }

    /** The client for the hosts that domains name in their records. */
    public HttpsClient client() {
        return client;
    }

    /** Starts to fetch MTA-STS policies that are a day old again, on the caller's context. */
    public Optional<PollLoop> startRefresh() {
        return sts.map(policies -> PollLoop.start(vertx, "delivery-mta-sts", REFRESHED_EVERY, policies::refresh));
    }

    public Future<Void> close() {
        return client.close()
                .eventually(() -> validating.map(ValidatingResolver::close).orElseGet(Future::succeededFuture));
    }
}
