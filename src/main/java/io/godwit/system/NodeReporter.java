package io.godwit.system;

import com.sun.management.OperatingSystemMXBean;
import io.godwit.core.PollLoop;
import io.godwit.core.PollLoop.Next;
import io.godwit.db.Database;
import io.godwit.db.MigrationRange;
import io.godwit.sending.pipeline.MailServerState;
import io.godwit.system.NodeState.Load;
import io.godwit.system.NodeState.MailFailure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Writes this node's state into the table {@code nodes} every few seconds, and takes it out when the node stops. */
public final class NodeReporter {

    /** The age of the state that is shown, at most; a node that is three times as late is shown as gone. */
    static final Duration INTERVAL = Duration.ofSeconds(5);

    private final Vertx vertx;
    private final Database database;
    private final Path dataDir;
    private final List<String> roles;
    private final MailServerState mail;
    private final RecentWarnings warnings;
    private final UUID id = UUID.randomUUID();
    private final Instant startedAt = Instant.now();
    private final String version;
    private final int schemaVersion = MigrationRange.ofJar().last();
    private final NodeStore store = new NodeStore();

    /** @param roles the names of the work this node does */
    public NodeReporter(
            Vertx vertx,
            Database database,
            Path dataDir,
            List<String> roles,
            MailServerState mail,
            RecentWarnings warnings) {
        this.vertx = vertx;
        this.database = database;
        this.dataDir = dataDir;
        this.roles = List.copyOf(roles);
        this.mail = mail;
        this.warnings = warnings;
        this.version = Optional.ofNullable(NodeReporter.class.getPackage().getImplementationVersion())
                .orElse("development");
    }

    /** The id of this node among those of the table. */
    UUID id() {
        return id;
    }

    String version() {
        return version;
    }

    /** Starts on the caller's context; stop the loop to end it. */
    public PollLoop start() {
        return PollLoop.start(vertx, "system-node", INTERVAL, () -> report().map(Next.IDLE));
    }

    private Future<Void> report() {
        return vertx.executeBlocking(this::state, false).compose(state -> store.save(database.workers(), state));
    }

    private NodeState state() throws IOException {
        return new NodeState(
                id,
                host(),
                version,
                schemaVersion,
                roles,
                startedAt,
                Optional.empty(),
                load(),
                mail.outage().map(MailServerState.Outage::since),
                mail.lastOutage().map(last -> new MailFailure(last.since(), last.reply())),
                mail.isJournalWritable(),
                warnings.newest());
    }

    /** A machine whose name leads to no address has a state, too. */
    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "localhost";
        }
    }

    private Load load() throws IOException {
        var machine = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        var runtime = Runtime.getRuntime();
        var disk = Files.getFileStore(Files.exists(dataDir) ? dataDir : Path.of(""));
        return new Load(
                runtime.availableProcessors(),
                machine.getProcessCpuLoad(),
                runtime.totalMemory() - runtime.freeMemory(),
                runtime.maxMemory(),
                disk.getUsableSpace(),
                disk.getTotalSpace());
    }

    /** Takes this node out of the table; called when its loop has stopped. A node that cannot is shown as gone for an hour. */
    public Future<Void> end() {
        warnings.end();
        return store.delete(database.workers(), id).otherwiseEmpty();
    }
}
