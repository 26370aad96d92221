package io.godwit.config;

import io.godwit.bus.ClusterSettings;
import io.godwit.campaigns.CampaignSettings;
import io.godwit.db.DatabaseSettings;
import io.godwit.dns.DnsSettings;
import io.godwit.domains.DomainSettings;
import io.godwit.inbound.settings.InboundMailSettings;
import io.godwit.inbound.settings.InboundSettings;
import io.godwit.ingest.IngestSettings;
import io.godwit.jobs.JobSettings;
import io.godwit.live.LiveSettings;
import io.godwit.segments.SegmentSettings;
import io.godwit.sending.SoftBounceLimit;
import io.godwit.sending.queue.ConcurrencySettings;
import io.godwit.sending.queue.RefusalSettings;
import io.godwit.sending.queue.SendSettings;
import io.godwit.smtp.RelaySettings;
import io.godwit.tracking.TrackingSettings;
import io.godwit.uploads.UploadSettings;
import io.godwit.web.ConnectionSettings;
import io.godwit.web.HttpSettings;
import io.godwit.webhooks.WebhookSettings;
import io.godwit.workflows.engine.WorkflowSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.event.Level;

/**
 * All settings of a node, typed and checked; {@code conf/godwit.yaml} explains each.
 *
 * @param demoProjects number of demo projects in an empty database; 0 for none
 * @param newContactsPerMinute contacts, known or new, that one client address may name per minute with public keys
 * @param eventsKept time events are kept; zero means for ever
 */
public record Settings(
        DatabaseSettings database,
        CryptoKeys vault,
        HttpSettings http,
        RelaySettings mail,
        IngestSettings ingest,
        SendSettings sending,
        UploadSettings uploads,
        JobSettings jobs,
        LiveSettings live,
        DnsSettings dns,
        DomainSettings domains,
        ClusterSettings cluster,
        Set<NodeRole> roles,
        AccountModuleSettings people,
        int demoProjects,
        int newContactsPerMinute,
        Duration eventsKept,
        SegmentSettings segments,
        CampaignSettings campaigns,
        WorkflowSettings workflows,
        TrackingSettings tracking,
        WebhookSettings webhooks,
        InboundSettings inbound,
        InboundMailSettings arrivals,
        BillingModuleSettings money,
        String logLevel) {

    private static final int MAX_VALUE = Integer.MAX_VALUE;

    private static final Set<String> HERE = Set.of("127.0.0.1", "localhost", "::1");

    public Settings {
        roles = Set.copyOf(roles);
    }

    public Path dataDir() {
        return database.dataDir();
    }

    /** Completes with the settings, or fails with a {@link SettingsException} that lists every mistake. */
    public static Future<Settings> read(Vertx vertx, Map<String, String> environment) {
        return new SettingsSource(vertx, environment).read().map(Settings::of);
    }

    private static Settings of(SettingsReader page) {
        var database = database(page);
        var relay = mail(page, database);
        var http = http(page);
        var cluster = cluster(page);
        var softBounces = OutboundSettingsReader.softBounces(page);
        var settings = new Settings(
                database,
                vault(page, database),
                http,
                relay,
                ingest(page),
                sending(page, database, http, softBounces),
                OutboundSettingsReader.uploads(page, database),
                jobs(page),
                new LiveSettings(
                        page.number("live.streams", 1, 100_000),
                        page.number("live.per-user", 1, 100_000),
                        page.duration("live.check")),
                OutboundSettingsReader.dns(page),
                OutboundSettingsReader.domains(page, http),
                cluster,
                Set.copyOf(page.choices("roles", NodeRole.class)),
                AccountModuleSettings.of(page, http, relay),
                demoProjects(page, database),
                page.number("rate-limit.contacts", 0, MAX_VALUE),
                page.durationOrNone("retention.events"),
                new SegmentSettings(page.duration("segments.interval"), page.duration("segments.lease")),
                new CampaignSettings(page.number("campaigns.page", 1, 20_000), page.duration("campaigns.lease")),
                new WorkflowSettings(page.number("workflows.batch", 1, 2_000), page.duration("workflows.lease")),
                new TrackingSettings(
                        page.durationOrNone("retention.reports"), page.number("tracking.per-day", 0, 1_000_000)),
                OutboundSettingsReader.webhooks(page, http, cluster),
                OutboundSettingsReader.inbound(page, softBounces),
                InboundMailSettingsReader.of(page, http),
                BillingModuleSettings.of(page, http),
                page.choice("log.level", Level.class).name());
        return page.build(() -> settings);
    }

    private static DatabaseSettings database(SettingsReader page) {
        var url = page.optional("database.url");
        if (url.isPresent() && !DatabaseSettings.isUrl(url.get())) {
            page.mistake("database.url", "of the form postgresql://user:password@host:port/name");
        }
        return new DatabaseSettings(
                url,
                page.path("data.dir"),
                page.number("database.workers", 2, 200),
                page.number("database.requests", 2, 200));
    }

    private static CryptoKeys vault(SettingsReader page, DatabaseSettings database) {
        var keys = new CryptoKeys(
                page.optional("secrets.signing-key"),
                page.optional("secrets.encryption-key"),
                database.dataDir(),
                database.url().isEmpty());
        if (!keys.mayCreate() && (keys.signing().isEmpty() || keys.encryption().isEmpty())) {
            page.note(
                    "secrets.signing-key (GODWIT_SECRETS_SIGNING_KEY) and secrets.encryption-key (GODWIT_SECRETS_ENCRYPTION_KEY) are needed beside a"
                            + " database URL, the same on every node; make each with: openssl rand -hex 32");
        } else {
            keys.mistake().ifPresent(page::note);
        }
        return keys;
    }

    private static HttpSettings http(SettingsReader page) {
        var port = page.number("http.port", 1, 65_535);
        var proxies = page.list("http.trusted-proxies");
        return new HttpSettings(
                page.required("http.host"),
                port,
                page.url("public.url").orElse("http://localhost:" + port),
                page.url("http.dashboard-origin"),
                page.checked(
                        "http.trusted-proxies",
                        "addresses or ranges such as 10.0.0.0/8",
                        () -> HttpSettings.ranges(proxies),
                        List.of()),
                page.number("rate-limit.per-minute", 0, MAX_VALUE),
                page.number("rate-limit.public", 0, MAX_VALUE),
                page.number("rate-limit.open", 0, MAX_VALUE),
                page.number("http.max-buffered-body-bytes", 1 << 20, MAX_VALUE),
                page.durationOrNone("http.lame-duck"),
                connections(page),
                page.optional("metrics.token"));
    }

    private static ConnectionSettings connections(SettingsReader page) {
        var exempt = page.list("http.connections.exempt");
        return new ConnectionSettings(
                page.number("http.connections.per-client", 0, MAX_VALUE),
                page.checked(
                        "http.connections.exempt",
                        "addresses or ranges such as 10.0.0.0/8",
                        () -> HttpSettings.ranges(exempt),
                        List.of()));
    }

    private static RelaySettings mail(SettingsReader page, DatabaseSettings database) {
        var host = page.optional("mail.host");
        var catcher = page.optionalFlag("mail.catcher.enabled")
                .orElse(host.isEmpty() && database.url().isEmpty());
        if (host.isEmpty() && !catcher) {
            page.note(
                    "mail.host (GODWIT_MAIL_HOST) is needed beside a database URL; GODWIT_MAIL_CATCHER_ENABLED=true keeps every mail here"
                            + " instead of sending it");
        }
        if (host.isPresent() && catcher) {
            page.note(
                    "mail.host (GODWIT_MAIL_HOST) and mail.catcher.enabled (GODWIT_MAIL_CATCHER_ENABLED) exclude each other; give one");
        }
        var username = page.optional("mail.username");
        var password = page.optional("mail.password");
        if (username.isPresent() != password.isPresent()) {
            page.note(
                    "mail.username (GODWIT_MAIL_USERNAME) and mail.password (GODWIT_MAIL_PASSWORD) belong together; give both");
        }
        return new RelaySettings(
                host,
                page.number("mail.port", 1, 65_535),
                username,
                password,
                page.choice("mail.tls", RelaySettings.Tls.class),
                page.number("mail.connections", 1, 1_000),
                page.duration("mail.timeout"),
                catcher,
                page.flag("mail.catcher.public"),
                page.number("mail.catcher.keep", 1, 100_000));
    }

    /**
     * One batcher for two cores: while its transaction runs in PostgreSQL on one, requests are taken on the other. With one a
     * core, batches are half as long and a tracked event costs PostgreSQL a quarter more (measured 2026-11-21).
     */
    private static IngestSettings ingest(SettingsReader page) {
        var verticles = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        var defaults = IngestSettings.of(verticles);
        var connections = page.number("ingest.connections", 0, 200);
        return new IngestSettings(
                verticles,
                page.number("ingest.batch", 1, 1_000),
                Math.max(1, connections / verticles),
                defaults.queueCalls(),
                defaults.queueBytes());
    }

    private static SendSettings sending(
            SettingsReader page, DatabaseSettings database, HttpSettings http, SoftBounceLimit softBounces) {
        return new SendSettings(
                http.publicUrl(),
                database.dataDir().resolve("journal"),
                page.number("sending.per-second", 0, MAX_VALUE),
                page.duration("sending.expire-after"),
                page.number("sending.pace", 1, 1_000),
                page.duration("sending.lease"),
                page.duration("sending.rescue"),
                page.durationOrNone("sending.drain"),
                page.flag("sending.sign"),
                page.flag("sending.relay-headers"),
                refusals(page),
                softBounces,
                new ConcurrencySettings(
                        page.number("sending.share.domain", 10, 99), page.number("sending.share.project", 10, 99)));
    }

    private static RefusalSettings refusals(SettingsReader page) {
        return new RefusalSettings(
                page.number("sending.refusals.recipients", 0, 1_000),
                page.number("sending.refusals.domains", 1, 1_000),
                page.number("sending.refusals.projects", 1, 1_000),
                page.duration("sending.refusals.window"),
                page.duration("sending.refusals.hold"),
                page.duration("sending.refusals.pause"),
                page.duration("sending.refusals.max-pause"));
    }

    private static JobSettings jobs(SettingsReader page) {
        return new JobSettings(
                page.number("jobs.max-concurrent", 1, 100),
                page.duration("jobs.lease"),
                page.duration("jobs.retry"),
                page.durationOrNone("retention.jobs"),
                page.durationOrNone("retention.dead-letters"));
    }

    /**
     * Settings of the cluster. Members prove by the signing key that they are of one installation, so a node that others can
     * reach needs a key they share.
     */
    private static ClusterSettings cluster(SettingsReader page) {
        var enabled = page.flag("cluster.enabled");
        var host = page.required("cluster.host");
        if (enabled
                && !HERE.contains(host)
                && page.optional("secrets.signing-key").isEmpty()) {
            page.note(
                    "cluster.host (GODWIT_CLUSTER_HOST) is reached by other machines, whose nodes must prove that they know"
                            + " this installation's key: set GODWIT_SECRETS_SIGNING_KEY and GODWIT_SECRETS_ENCRYPTION_KEY, the same on every node");
        }
        return new ClusterSettings(
                enabled,
                page.list("cluster.members"),
                host,
                page.number("cluster.port", 1, 65_535),
                page.number("cluster.bus-port", 0, 65_535),
                page.optional("cluster.advertised-host"),
                page.optional("cluster.kubernetes"));
    }

    private static int demoProjects(SettingsReader page, DatabaseSettings database) {
        var wanted = page.optionalFlag("demo.enabled").orElse(database.url().isEmpty());
        var projects = page.number("demo.projects", 1, 1_000);
        return wanted ? projects : 0;
    }
}
