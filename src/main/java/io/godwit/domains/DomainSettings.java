package io.godwit.domains;

import io.godwit.core.SettingsReader;
import io.godwit.web.HttpSettings;
import java.time.Duration;
import java.util.Optional;

/**
 * The settings of domains, their checks and their records.
 *
 * @param every the interval of a domain's checks
 * @param lease the time after which another node may take over a check without a result
 * @param checksPerMinute checks of one domain a minute on request; 0 = no limit
 * @param includeSubdomains true: a verified domain may send for the names below it
 * @param ed25519 true: mail is signed with an Ed25519 key too
 * @param links the form of tracked links on a domain's own host; empty: no such links
 */
public record DomainSettings(
        Duration every,
        Duration lease,
        int checksPerMinute,
        boolean includeSubdomains,
        boolean ed25519,
        RecordTargets wanted,
        Optional<LinkBase> links) {

    /** The default settings for a server at this host. */
    public static DomainSettings of(String host) {
        return new DomainSettings(
                Duration.ofMinutes(5),
                Duration.ofMinutes(1),
                10,
                false,
                false,
                new RecordTargets(
                        "bounce",
                        Optional.empty(),
                        Optional.of(host),
                        Optional.of("a:" + host),
                        "links",
                        Optional.of(host)),
                Optional.empty());
    }

    /**
     * The targets of the records; a record without a target is not asked for.
     *
     * @param bounceLabel the label of the return path, below the domain
     * @param bounceAlias the host the return path is an alias of; empty: it has an MX and an SPF record of its own
     * @param mx the host that receives bounces
     * @param spf the SPF mechanism of the sending hosts, such as {@code include:relay.example.net}
     * @param linksLabel the label of tracked links, below the domain
     * @param links the host that serves tracked links
     */
    public record RecordTargets(
            String bounceLabel,
            Optional<String> bounceAlias,
            Optional<String> mx,
            Optional<String> spf,
            String linksLabel,
            Optional<String> links) {}

    /** Settings of domains. A target the operator leaves open is the host of {@code public.url}. */
    public static DomainSettings read(SettingsReader reader, HttpSettings http) {
        var host = http.publicHost();
        var name = Optional.of(host).filter(DomainSettings::isPublicName);
        return new DomainSettings(
                reader.duration("domains.interval"),
                reader.duration("domains.lease"),
                reader.number("domains.checks", 0, Integer.MAX_VALUE),
                reader.flag("domains.allow-subdomains"),
                reader.flag("domains.ed25519"),
                new RecordTargets(
                        reader.required("domains.return-path-label"),
                        reader.optional("domains.alias"),
                        reader.optional("domains.mx").or(() -> name),
                        reader.optional("domains.spf").or(() -> name.map(hostName -> "a:" + hostName)),
                        reader.required("domains.link-label"),
                        name),
                LinkBase.of(
                        http.publicHostName().isPresent() ? http.publicUrl() : "http://" + host,
                        reader.optionalFlag("domains.link-tls")));
    }

    /** True when DNS records of customers may point to the host: not a name of this machine alone, and no address. */
    private static boolean isPublicName(String host) {
        return host.contains(".")
                && !host.endsWith(".localhost")
                && !host.endsWith(".")
                && !host.matches("[0-9.]+|\\[.*");
    }
}
