package io.godwit.modules;

import io.godwit.core.PollLoop;
import io.godwit.delivery.check.DeliveryCheck;
import io.godwit.dns.DnsResolver;
import io.godwit.mailauth.MailAuthenticator;
import io.godwit.system.BackupAge;
import io.godwit.system.DeliveryCheckReader;
import io.godwit.system.NodeReporter;
import io.godwit.system.RecentWarnings;
import io.godwit.system.SchemaFloor;
import io.godwit.system.SystemReader;
import io.godwit.system.SystemRoutes;
import io.godwit.system.TransportProbe;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Wires the state of the installation, which every node reports and those with the role {@code http} show. */
public final class SystemModule implements FeatureModule {

    private final AccountModule accounts;
    private final SchemaFloor floor;
    private final BackupAge backupAge;
    private final NodeReporter reporter;
    private final SystemReader reader;
    private final TransportProbe probe;
    private final DnsResolver dns;
    private final MailAuthenticator authenticator;
    private final DeliveryCheckReader delivery;

    public SystemModule(NodeContext node, SharedServices shared, AccountModule accounts, TransportModule transport) {
        var settings = node.settings();
        this.accounts = accounts;
        this.floor = shared.floor();
        this.backupAge = new BackupAge(node.vertx(), node.database(), node.meters());
        this.reporter = new NodeReporter(
                node.vertx(),
                node.database(),
                settings.dataDir(),
                settings.roles().stream()
                        .sorted()
                        .map(role -> role.name().toLowerCase(Locale.ROOT))
                        .toList(),
                transport.state(),
                RecentWarnings.listen());
        this.reader = new SystemReader(
                node.vertx(),
                node.database(),
                reporter,
                settings.mail(),
                settings.direct().mode(),
                settings.system(),
                settings.inForce(),
                transport::relays);
        this.probe = new TransportProbe(Optional.of(transport.transport())
                .filter(ignored -> settings.mail().isSet()));
        this.dns = new DnsResolver(node.vertx(), settings.dns());
        this.authenticator = new MailAuthenticator(node.vertx(), dns);
        this.delivery = new DeliveryCheckReader(
                node.database(), new DeliveryCheck(node.vertx(), dns, authenticator, settings.deliveryCheck()));
    }

    /** The reader of the state, for the live stream. */
    SystemReader reader() {
        return reader;
    }

    @Override
    public List<Routes> routes() {
        return List.of(new SystemRoutes(accounts.operators(), reader, probe, delivery));
    }

    @Override
    public List<PollLoop> loops() {
        return List.of(reporter.start(), floor.start(), backupAge.start());
    }

    @Override
    public Future<Void> close() {
        return reporter.end().eventually(authenticator::close).eventually(dns::close);
    }
}
