package io.godwit.kit.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.JarServer;
import io.godwit.kit.SystemTool;
import io.godwit.kit.load.PacedCallers;
import io.godwit.kit.load.RequestTraffic;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Kills the PostgreSQL below a loaded jar, all its processes at once, and asks whether it had told the truth (I1, I3). */
public final class PostgresKills {

    private static final Duration TIMEOUT = Duration.ofSeconds(90);
    private static final int CALLERS = 16;
    private static final int PER_SECOND = 300;

    /** Accepted before a blow and after it. */
    private static final int WARM = 300;

    private final JarServer server;
    private final RequestTraffic traffic;

    public PostgresKills(JarServer server, RequestTraffic traffic) {
        this.server = server;
        this.traffic = traffic;
    }

    /** Fails when anything accepted is lost, or a caller was told anything but yes, no, or later. */
    public void run(int kills) throws SQLException {
        strike(kills, this::kill);
        assertHonest();
    }

    /** The same with a disk that cannot write down a commit, upon which PostgreSQL panics and recovers by itself. */
    public void runWithDiskErrors(int errors) throws SQLException {
        strike(errors, this::failOneWrite);
        assertHonest();
    }

    private void assertHonest() throws SQLException {
        assertThat(server.isAlive()).isTrue();
        assertThat(traffic.ledger().statuses()).isSubsetOf(200, 403, 503).contains(503);
        await().atMost(TIMEOUT).until(() -> count("SELECT count(*) FROM outbox") == 0);
        assertThat(count("SELECT count(*) FROM emails WHERE status <> 'SENT'")).isZero();
        try (var database = server.connect()) {
            traffic.assertHonest(database);
        }
    }

    private long count(String sql) throws SQLException {
        try (var database = server.connect();
                var rows = database.createStatement().executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** The accepted items that are not there after one blow. */
    public Set<String> lostInOne() throws SQLException {
        strike(1, this::kill);
        try (var database = server.connect()) {
            return traffic.lost(database);
        }
    }

    private void strike(int blows, Runnable blow) {
        var load = PacedCallers.start(CALLERS, PER_SECOND, number -> traffic.call(server.api(), number));
        awaitMore();
        for (var number = 0; number < blows; number++) {
            blow.run();
            await().atMost(TIMEOUT).until(() -> server.api().isReady());
            awaitMore();
        }
        load.finish();
    }

    private void kill() {
        var killed = server.postgresPid();
        server.killPostgresTree();
        await().atMost(TIMEOUT).ignoreExceptions().until(() -> server.postgresPid() != killed);
    }

    /** Returns when the server's processes are gone, but for the first and the one that writes the log. */
    private void failOneWrite() {
        var command = new ArrayList<>(
                List.of("strace", "-q", "-e", "trace=fdatasync", "-e", "inject=fdatasync:error=EIO:when=1"));
        var processes = server.postgresProcesses();
        processes.forEach(pid -> command.addAll(List.of("-p", Long.toString(pid))));
        var injection = SystemTool.start(command);
        await().atMost(TIMEOUT)
                .until(() -> processes.stream().filter(PostgresKills::isAlive).count() <= 1);
        injection.destroy();
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    private void awaitMore() {
        var enough = traffic.ledger().accepted() + WARM;
        await().atMost(TIMEOUT).until(() -> traffic.ledger().accepted() >= enough);
    }
}
