package io.godwit.delivery.tls;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.godwit.dns.Tlsa;
import io.godwit.smtp.RelaySettings;
import io.vertx.core.Future;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Decides by DANE where a host has TLSA records, else by the MTA-STS policy of the domain, else opportunistically. */
final class DomainTlsPolicyResolver implements TlsPolicyResolver {

    private static final int MAX_OBSERVED = 10_000;

    private final Optional<DaneResolver> dane;
    private final Optional<StsResolver> sts;
    private final CertificateAuthorities authorities;

    /** One observer for all sessions with a host. */
    private final Cache<CertificateCheck, ObservingCheck> checkToObserver =
            Caffeine.newBuilder().maximumSize(MAX_OBSERVED).build();

    DomainTlsPolicyResolver(
            Optional<DaneResolver> dane, Optional<StsResolver> sts, CertificateAuthorities authorities) {
        this.dane = dane;
        this.sts = sts;
        this.authorities = authorities;
    }

    @Override
    public Future<TlsRequirement> resolve(String domain, String host, int port) {
        var name = host.toLowerCase(Locale.ROOT);
        return dane.map(resolver -> resolver.find(domain, name, port))
                .orElseGet(() -> Future.succeededFuture(new DanePolicy.None()))
                .compose(policy -> policy instanceof DanePolicy.None
                        ? bySts(domain, name)
                        : Future.succeededFuture(byDane(domain, name, policy)));
    }

    private static TlsRequirement byDane(String domain, String host, DanePolicy policy) {
        if (policy instanceof DanePolicy.Records records) {
            return byRecords(domain, host, records);
        }
        var sentence = policy instanceof DanePolicy.Unusable unusable ? unusable.sentence() : "";
        return TlsRequirement.anyCertificate(domain, host, RelaySettings.Tls.REQUIRED, tlsa(domain, host, List.of()))
                .with(TlsResult.DNSSEC_INVALID, sentence, true);
    }

    private static TlsRequirement byRecords(String domain, String host, DanePolicy.Records records) {
        var policy = tlsa(domain, host, records.all());
        var requirement = records.usable().isEmpty()
                ? TlsRequirement.anyCertificate(domain, host, RelaySettings.Tls.REQUIRED, policy)
                        .with(TlsResult.TLSA_INVALID, "No TLSA record of " + host + " can be used", false)
                : checked(domain, host, TlsRequirement.DANE, policy, new DaneCheck(records.usable(), records.hosts()));
        return requirement.named(records.name());
    }

    private static AppliedPolicy tlsa(String domain, String host, List<Tlsa> records) {
        return new AppliedPolicy(
                TlsPolicyType.TLSA, domain, records.stream().map(Tlsa::text).toList(), List.of(host));
    }

    private Future<TlsRequirement> bySts(String domain, String host) {
        return sts.map(resolver -> resolver.find(domain)
                        .map(found -> bySts(domain, host, found))
                        .onSuccess(requirement -> requirement.refusal().ifPresent(ignored -> resolver.evict(domain))))
                .orElseGet(() -> Future.succeededFuture(TlsRequirement.opportunistic(domain, host)));
    }

    private TlsRequirement bySts(String domain, String host, StsResolver.DomainPolicy found) {
        var policy = found.policy().filter(stored -> stored.mode() != StsPolicy.Mode.NONE);
        if (policy.isPresent()) {
            return byPolicy(domain, host, policy.get());
        }
        return found.failure()
                .map(failure -> TlsRequirement.anyCertificate(
                                domain, host, RelaySettings.Tls.OPPORTUNISTIC, sts(domain, List.of(), List.of()))
                        .with(failure, "The MTA-STS policy of " + domain + " cannot be fetched", false))
                .orElseGet(() -> TlsRequirement.opportunistic(domain, host));
    }

    private TlsRequirement byPolicy(String domain, String host, StsPolicy policy) {
        var enforced = policy.mode() == StsPolicy.Mode.ENFORCE;
        var applied = sts(domain, policy.lines(), policy.mxHosts());
        var check = authorities.check(Set.of(host));
        var requirement = enforced
                ? checked(domain, host, TlsRequirement.MTA_STS, applied, check)
                : observed(domain, host, applied, check);
        return policy.covers(host)
                ? requirement
                : requirement.with(
                        TlsResult.MX_NOT_LISTED,
                        "The MTA-STS policy of " + domain + " does not name the mail host " + host,
                        enforced);
    }

    private static AppliedPolicy sts(String domain, List<String> lines, List<String> mxHosts) {
        return new AppliedPolicy(TlsPolicyType.STS, domain, lines, mxHosts);
    }

    private static TlsRequirement checked(
            String domain, String host, String verification, AppliedPolicy policy, CertificateCheck check) {
        return new TlsRequirement(
                domain,
                host,
                host,
                RelaySettings.Tls.REQUIRED,
                CheckedTrust.options(check),
                verification,
                policy,
                Optional.empty(),
                Optional::empty);
    }

    private TlsRequirement observed(String domain, String host, AppliedPolicy policy, CertificateCheck check) {
        var observer = checkToObserver.get(check, ObservingCheck::new);
        return new TlsRequirement(
                domain,
                host,
                host,
                RelaySettings.Tls.OPPORTUNISTIC,
                CheckedTrust.options(observer),
                TlsRequirement.NONE,
                policy,
                Optional.empty(),
                observer::latest);
    }
}
