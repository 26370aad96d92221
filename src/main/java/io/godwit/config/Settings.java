package io.godwit.config;

import io.godwit.accounts.AccountSettings;
import io.godwit.billing.BillingSettings;
import io.godwit.bus.ClusterSettings;
import io.godwit.campaigns.CampaignSettings;
import io.godwit.core.EmailAddress;
import io.godwit.core.NamedAddress;
import io.godwit.core.SettingInForce;
import io.godwit.core.SettingsException;
import io.godwit.core.SettingsReader;
import io.godwit.db.DatabaseSettings;
import io.godwit.delivery.DirectSettings;
import io.godwit.delivery.check.DeliveryCheckSettings;
import io.godwit.delivery.relay.FailoverSettings;
import io.godwit.delivery.simulator.SimulatorDomain;
import io.godwit.delivery.tls.TlsSettings;
import io.godwit.dns.DnsSettings;
import io.godwit.domains.DomainSettings;
import io.godwit.inbound.settings.InboundMailSettings;
import io.godwit.inbound.settings.InboundSettings;
import io.godwit.ingest.IngestSettings;
import io.godwit.jobs.JobSettings;
import io.godwit.live.LiveSettings;
import io.godwit.logging.LogSettings;
import io.godwit.projects.ProjectMemberSettings;
import io.godwit.reputation.ReputationSettings;
import io.godwit.segments.SegmentSettings;
import io.godwit.sending.queue.SendSettings;
import io.godwit.sending.suppression.SoftBounceLimit;
import io.godwit.smtp.RelaySettings;
import io.godwit.submission.SubmissionSettings;
import io.godwit.system.SystemSettings;
import io.godwit.traces.TracesSettings;
import io.godwit.tracking.TrackingSettings;
import io.godwit.uploads.UploadSettings;
import io.godwit.web.HttpSettings;
import io.godwit.webhooks.WebhookSettings;
import io.godwit.workflows.engine.WorkflowSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * All settings of a node, typed and checked; {@code conf/godwit.yaml} explains each. Each feature reads its own.
 *
 * @param relays those that emails go to besides {@code mail}
 * @param simulator the domain whose emails are simulated
 * @param systemSender sender of emails from the platform to its users
 * @param demoProjects number of demo projects in an empty database; 0 for none
 * @param newContactsPerMinute contacts, known or new, that one client address may name per minute with public keys
 * @param eventRetention time events are kept; zero means for ever
 * @param inForce every setting as it was written, and the layer it is from
 */
public record Settings(
        DatabaseSettings database,
        CryptoKeys cryptoKeys,
        HttpSettings http,
        RelaySettings mail,
        FailoverSettings relays,
        DirectSettings direct,
        SimulatorDomain simulator,
        DeliveryCheckSettings deliveryCheck,
        IngestSettings ingest,
        SendSettings sending,
        UploadSettings uploads,
        JobSettings jobs,
        LiveSettings live,
        TlsSettings tls,
        DnsSettings dns,
        DomainSettings domains,
        ClusterSettings cluster,
        Set<NodeRole> roles,
        AccountSettings accounts,
        NamedAddress systemSender,
        ProjectMemberSettings members,
        int demoProjects,
        int newContactsPerMinute,
        Duration eventRetention,
        SegmentSettings segments,
        CampaignSettings campaigns,
        WorkflowSettings workflows,
        TrackingSettings tracking,
        WebhookSettings webhooks,
        InboundSettings inbound,
        InboundMailSettings inboundMail,
        SubmissionSettings submission,
        BillingSettings billing,
        ReputationSettings reputation,
        SystemSettings system,
        LogSettings log,
        TracesSettings traces,
        List<SettingInForce> inForce) {

    public Settings {
        roles = Set.copyOf(roles);
        inForce = List.copyOf(inForce);
    }

    /** Returns whether the built-in catcher keeps the emails of all for whom no operator chose another way. */
    public boolean catchesMail() {
        return mail.catcher() && direct.mode() == DirectSettings.Mode.RELAY;
    }

    public Path dataDir() {
        return database.dataDir();
    }

    /** Returns the settings, or fails with a {@link SettingsException} that lists every mistake. Blocks while it reads files. */
    public static Settings read(Map<String, String> environment) {
        var reader = new SettingsSource(environment).read();
        var settings = assemble(reader);
        return reader.build(() -> settings);
    }

    /** Reads every setting; notes mistakes in the reader and puts harmless values in their place. */
    static Settings assemble(SettingsReader reader) {
        var database = DatabaseSettings.read(reader);
        var relay = RelaySettings.read(reader, database);
        var http = HttpSettings.read(reader);
        var cluster = ClusterSettings.read(reader);
        var softBounces = SoftBounceLimit.read(reader);
        var accounts = AccountSettings.read(reader, http, relay);
        var billing = BillingSettings.read(reader, http);
        var direct = DirectSettings.read(reader);
        return new Settings(
                database,
                CryptoKeys.read(reader, database),
                http,
                relay,
                FailoverSettings.read(reader, relay),
                direct,
                SimulatorDomain.read(reader),
                DeliveryCheckSettings.read(reader, direct, http),
                IngestSettings.read(reader),
                SendSettings.read(reader, database, http, softBounces),
                UploadSettings.read(reader, database),
                JobSettings.read(reader),
                LiveSettings.read(reader),
                TlsSettings.read(reader, http),
                DnsSettings.read(reader),
                DomainSettings.read(reader, http),
                cluster,
                Set.copyOf(reader.choices("roles", NodeRole.class)),
                accounts,
                systemSender(reader, http),
                ProjectMemberSettings.read(reader, accounts.dashboardUrl()),
                demoProjects(reader, database),
                reader.number("rate-limit.contacts", 0, Integer.MAX_VALUE),
                reader.durationOrNone("retention.events"),
                SegmentSettings.read(reader),
                CampaignSettings.read(reader),
                WorkflowSettings.read(reader),
                TrackingSettings.read(reader),
                WebhookSettings.read(reader, http, cluster),
                InboundSettings.read(reader, softBounces),
                InboundMailSettings.read(reader, http),
                SubmissionSettings.read(reader, http),
                billing,
                ReputationSettings.read(reader, billing.enabled()),
                SystemSettings.read(reader),
                LogSettings.read(reader),
                TracesSettings.read(reader),
                reader.inForce());
    }

    /** Reads the sender of system emails; by default one at the host of {@code public.url}. */
    private static NamedAddress systemSender(SettingsReader reader, HttpSettings http) {
        var sender = reader.optional("accounts.sender");
        var address = sender.flatMap(EmailAddress::parseAscii);
        if (sender.isPresent() && address.isEmpty()) {
            reader.mistake("accounts.sender", "an email address");
        }
        return new NamedAddress(
                Optional.of("Godwit"),
                address.or(() -> http.publicHostName().flatMap(host -> EmailAddress.parse("no-reply@" + host)))
                        .orElse(new EmailAddress("no-reply@godwit.test")));
    }

    private static int demoProjects(SettingsReader reader, DatabaseSettings database) {
        var wanted = reader.optionalFlag("demo.enabled").orElse(database.url().isEmpty());
        var projects = reader.number("demo.projects", 1, 1_000);
        return wanted ? projects : 0;
    }
}
