package io.godwit.system;

import io.godwit.core.SettingInForce;
import io.godwit.core.SettingsReader;
import io.godwit.db.Database;
import io.godwit.delivery.DirectSettings;
import io.godwit.delivery.relay.FailoverTransport.RelayStatus;
import io.godwit.smtp.RelaySettings;
import io.godwit.system.SystemResponse.BackupsResponse;
import io.godwit.system.SystemResponse.CertificateResponse;
import io.godwit.system.SystemResponse.DatabaseResponse;
import io.godwit.system.SystemResponse.FailureResponse;
import io.godwit.system.SystemResponse.MigrationResponse;
import io.godwit.system.SystemResponse.NodeResponse;
import io.godwit.system.SystemResponse.RelayResponse;
import io.godwit.system.SystemResponse.RetentionResponse;
import io.godwit.system.SystemResponse.SettingResponse;
import io.godwit.system.SystemResponse.TransportKind;
import io.godwit.system.SystemResponse.TransportResponse;
import io.godwit.system.SystemResponse.TransportStatus;
import io.godwit.system.SystemResponse.UnmatchedReplyResponse;
import io.godwit.system.SystemResponse.WarningResponse;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/** Puts the state of the installation together from the tables and from the settings of this node. */
public final class SystemReader {

    /** A node that is so late has ended without a word, or cannot reach the database. */
    private static final Duration GONE_AFTER = NodeReporter.INTERVAL.multipliedBy(3);

    private static final int MAX_WARNINGS = 100;

    private static final String RETENTION = "retention.";

    private final Vertx vertx;
    private final Database database;
    private final NodeReporter node;
    private final RelaySettings mail;
    private final DirectSettings.Mode mode;
    private final SystemSettings settings;
    private final List<SettingInForce> inForce;
    private final Supplier<List<RelayStatus>> relays;
    private final NodeStore nodes = new NodeStore();
    private final QueueStore queues = new QueueStore();
    private final DatabaseStore statistics = new DatabaseStore();
    private final BackupOutcomeStore backups = new BackupOutcomeStore();
    private final UnmatchedReplyQuery replies = new UnmatchedReplyQuery();

    public SystemReader(
            Vertx vertx,
            Database database,
            NodeReporter node,
            RelaySettings mail,
            DirectSettings.Mode mode,
            SystemSettings settings,
            List<SettingInForce> inForce,
            Supplier<List<RelayStatus>> relays) {
        this.vertx = vertx;
        this.database = database;
        this.node = node;
        this.mail = mail;
        this.mode = mode;
        this.settings = settings;
        this.inForce = List.copyOf(inForce);
        this.relays = relays;
    }

    /** Counts the queues. */
    public Future<List<QueueCounts>> queues() {
        return queues.count(database.workers());
    }

    Future<SystemResponse> read() {
        return nodes.list(database.workers()).compose(all -> queues().compose(
                        counts -> stored().compose(stored -> vertx.executeBlocking(this::certificates, false)
                                .map(certificates -> response(all, counts, stored, certificates)))));
    }

    /** The database with its history, and what is only stored there. */
    private record Stored(
            DatabaseResponse database,
            List<MigrationResponse> migrations,
            BackupsResponse backups,
            List<UnmatchedReplyResponse> unmatchedReplies) {}

    private Future<Stored> stored() {
        var db = database.workers();
        return statistics.database(db).compose(size -> statistics.migrations(db).compose(migrations -> backups.latest(
                        db)
                .compose(made -> replies.newest(db).map(unmatched -> new Stored(size, migrations, made, unmatched)))));
    }

    private SystemResponse response(
            List<NodeState> all, List<QueueCounts> counts, Stored stored, List<CertificateResponse> certificates) {
        var now = Instant.now();
        return new SystemResponse(
                node.version(),
                stored.migrations().stream()
                        .findFirst()
                        .map(MigrationResponse::version)
                        .orElse("0"),
                now,
                all.stream().map(each -> node(each, now)).toList(),
                counts,
                transport(all.stream().filter(each -> isAlive(each, now)).toList()),
                stored.database(),
                stored.backups(),
                inForce.stream()
                        .filter(setting -> setting.name().startsWith(RETENTION))
                        .map(setting ->
                                new RetentionResponse(setting.name().substring(RETENTION.length()), setting.value()))
                        .toList(),
                certificates,
                stored.migrations(),
                inForce.stream().map(SystemReader::setting).toList(),
                warnings(all),
                stored.unmatchedReplies());
    }

    private NodeResponse node(NodeState state, Instant now) {
        var load = state.load();
        return new NodeResponse(
                state.id().toString(),
                state.host(),
                state.version(),
                state.roles(),
                isAlive(state, now),
                state.id().equals(node.id()),
                state.startedAt(),
                state.seenAt().orElse(now),
                load.processors(),
                load.cpu() < 0 ? Optional.empty() : Optional.of(load.cpu()),
                load.memoryUsed(),
                load.memoryMax(),
                load.diskFree(),
                load.diskTotal(),
                state.journal());
    }

    private static boolean isAlive(NodeState state, Instant now) {
        return state.seenAt().filter(at -> at.plus(GONE_AFTER).isAfter(now)).isPresent();
    }

    private TransportResponse transport(List<NodeState> alive) {
        var since = alive.stream().flatMap(each -> each.mailAway().stream()).min(Comparator.naturalOrder());
        return new TransportResponse(
                kind(),
                mail.host(),
                mail.host().map(ignored -> mail.port()),
                mail.host().map(ignored -> mail.tls().name().toLowerCase(Locale.ROOT)),
                mail.username().isPresent(),
                mail.connections(),
                since.isPresent() ? TransportStatus.AWAY : TransportStatus.OK,
                since,
                lastFailure(alive),
                relays.get().stream()
                        .map(relay -> new RelayResponse(relay.name(), relay.open(), relay.lastFailure()))
                        .toList());
    }

    private TransportKind kind() {
        if (mode == DirectSettings.Mode.DIRECT) {
            return TransportKind.DIRECT;
        }
        return mail.catcher() ? TransportKind.CATCHER : TransportKind.SMTP;
    }

    private static Optional<FailureResponse> lastFailure(List<NodeState> alive) {
        return alive.stream()
                .flatMap(each -> each
                        .mailFailure()
                        .map(failure -> new FailureResponse(failure.since(), each.host(), failure.reply()))
                        .stream())
                .max(Comparator.comparing(FailureResponse::since));
    }

    private List<CertificateResponse> certificates() {
        return settings.certificate()
                .map(file -> List.of(CertificateReader.read("inbound.smtp", file)))
                .orElse(List.of());
    }

    private static SettingResponse setting(SettingInForce setting) {
        return new SettingResponse(
                setting.name(),
                SettingsReader.variable(setting.name()),
                setting.isSecret() ? Optional.empty() : Optional.of(setting.value()),
                setting.source(),
                setting.isSecret(),
                setting.isSet());
    }

    private static List<WarningResponse> warnings(List<NodeState> all) {
        return all.stream()
                .flatMap(each -> each.warnings().stream().map(line -> WarningResponse.of(each, line)))
                .sorted(Comparator.comparing(WarningResponse::at).reversed())
                .limit(MAX_WARNINGS)
                .toList();
    }
}
