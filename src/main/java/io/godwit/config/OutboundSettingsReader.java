package io.godwit.config;

import io.godwit.bus.ClusterSettings;
import io.godwit.core.EmailAddress;
import io.godwit.db.DatabaseSettings;
import io.godwit.dns.DnsSettings;
import io.godwit.domains.DomainSettings;
import io.godwit.domains.LinkBase;
import io.godwit.inbound.settings.InboundSettings;
import io.godwit.sending.SoftBounceLimit;
import io.godwit.uploads.UploadSettings;
import io.godwit.web.HttpSettings;
import io.godwit.webhooks.WebhookSettings;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads the settings of calls to other servers: object storage, DNS, webhooks, and of the reports that come back. */
final class OutboundSettingsReader {

    private static final int MAX_VALUE = Integer.MAX_VALUE;

    private OutboundSettingsReader() {}

    static UploadSettings uploads(SettingsReader page, DatabaseSettings database) {
        var folder = page.optional("uploads.dir")
                .map(ignored -> page.path("uploads.dir"))
                .orElseGet(() -> database.dataDir().resolve("uploads"));
        var region = page.required("uploads.s3.region");
        var endpoint = page.url("uploads.s3.endpoint");
        var publicUrl = page.url("uploads.s3.public-url");
        var keys = s3Keys(page);
        var name = page.optional("uploads.s3.bucket");
        var asked = Stream.of(endpoint, keys, name, publicUrl).anyMatch(Optional::isPresent);
        if (asked && (name.isEmpty() || publicUrl.isEmpty())) {
            page.note(
                    "uploads.s3.bucket (GODWIT_UPLOADS_S3_BUCKET) and uploads.s3.public-url (GODWIT_UPLOADS_S3_PUBLIC_URL) belong together; give both or none");
        }
        return new UploadSettings(
                folder,
                name.map(bucket -> new UploadSettings.Bucket(
                        bucket, region, endpoint.flatMap(OutboundSettingsReader::uri), keys, publicUrl.orElse(""))));
    }

    private static Optional<UploadSettings.Keys> s3Keys(SettingsReader page) {
        var access = page.optional("uploads.s3.access-key");
        var secret = page.optional("uploads.s3.secret-key");
        if (access.isPresent() != secret.isPresent()) {
            page.note(
                    "uploads.s3.access-key (GODWIT_UPLOADS_S3_ACCESS_KEY) and uploads.s3.secret-key (GODWIT_UPLOADS_S3_SECRET_KEY) belong together; give"
                            + " both, or none for what the machine's role or Amazon's own settings allow");
        }
        return access.flatMap(id -> secret.map(hidden -> new UploadSettings.Keys(id, hidden)));
    }

    static DnsSettings dns(SettingsReader page) {
        var timeout = page.duration("dns.timeout");
        return page.checked(
                        "dns.servers",
                        "addresses, each with or without :port",
                        () -> DnsSettings.of(page.list("dns.servers"), timeout),
                        DnsSettings.of(List.of(), timeout))
                .withZones(page.number("dns.port", 1, 65_535), page.flag("dns.private"));
    }

    /** Settings of domains. A target the operator leaves open is the host of {@code public.url}. */
    static DomainSettings domains(SettingsReader page, HttpSettings http) {
        var host = host(http);
        var name = Optional.of(host).filter(OutboundSettingsReader::isPublicName);
        return new DomainSettings(
                page.duration("domains.interval"),
                page.duration("domains.lease"),
                page.number("domains.checks", 0, MAX_VALUE),
                page.flag("domains.allow-subdomains"),
                new DomainSettings.RecordTargets(
                        page.required("domains.return-path-label"),
                        page.optional("domains.alias"),
                        page.optional("domains.mx").or(() -> name),
                        page.optional("domains.spf").or(() -> name.map(ours -> "a:" + ours)),
                        page.required("domains.link-label"),
                        name),
                LinkBase.of(
                        isReadable(http) ? http.publicUrl() : "http://" + host, page.optionalFlag("domains.link-tls")));
    }

    /** The host of {@code public.url}, which answers links. */
    static String host(HttpSettings http) {
        return uri(http.publicUrl()).map(URI::getHost).orElse("localhost");
    }

    /** True when DNS records of customers may point to the host: not a name of this machine alone, and no address. */
    private static boolean isPublicName(String host) {
        return host.contains(".")
                && !host.endsWith(".localhost")
                && !host.endsWith(".")
                && !host.matches("[0-9.]+|\\[.*");
    }

    private static boolean isReadable(HttpSettings http) {
        return uri(http.publicUrl()).map(URI::getHost).isPresent();
    }

    static WebhookSettings webhooks(SettingsReader page, HttpSettings http, ClusterSettings cluster) {
        var allow = page.list("webhooks.allow");
        var readable = page.checked(
                "webhooks.allow",
                "ranges such as 10.0.0.0/8, or host:port",
                () -> WebhookSettings.allowed(allow),
                List.<String>of());
        return new WebhookSettings(
                readable,
                Set.of(http.port(), cluster.port(), cluster.busPort()),
                page.duration("webhooks.timeout"),
                page.duration("webhooks.expire-after"),
                page.number("webhooks.max-concurrent", 1, 10_000),
                page.number("webhooks.per-server", 1, 1_000),
                page.number("webhooks.failures", 1, 10_000),
                page.number("webhooks.pace", 1, 1_000),
                page.durationOrNone("webhooks.drain"),
                page.durationOrNone("retention.webhooks"));
    }

    static SoftBounceLimit softBounces(SettingsReader page) {
        return new SoftBounceLimit(
                page.number("inbound.soft-bounce-limit", 0, MAX_VALUE), page.duration("inbound.soft-bounce-window"));
    }

    static InboundSettings inbound(SettingsReader page, SoftBounceLimit softBounces) {
        return new InboundSettings(
                page.checked(
                        "inbound.topics",
                        "ARNs of SNS topics",
                        () -> InboundSettings.topics(page.list("inbound.topics")),
                        Set.<String>of()),
                returnPath(page),
                softBounces,
                page.duration("inbound.rematch"),
                page.durationOrNone("retention.reports"));
    }

    private static Optional<String> returnPath(SettingsReader page) {
        var host = page.optional("inbound.return-path");
        if (host.isPresent() && EmailAddress.parse("bounces@" + host.get()).isEmpty()) {
            page.mistake("inbound.return-path", "a host such as bounces.example.com");
        }
        return host.map(name -> name.toLowerCase(Locale.ROOT));
    }

    /** Empty for a text that was noted as a mistake already. */
    private static Optional<URI> uri(String text) {
        try {
            return Optional.of(URI.create(text));
        } catch (IllegalArgumentException noted) {
            return Optional.empty();
        }
    }
}
