package io.godwit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.Callers;
import io.godwit.kit.JarServer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;

/** Kills the PostgreSQL below a loaded jar, all its processes at once, and asks whether it had told the truth (I1, I3). */
final class PostgresKills {

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int CALLERS = 16;
    private static final int PER_SECOND = 300;

    /** Accepted before a blow and after it. */
    private static final int WARM = 300;

    private final JarServer server;
    private final Traffic traffic;

    PostgresKills(JarServer server, Traffic traffic) {
        this.server = server;
        this.traffic = traffic;
    }

    /** Fails when anything accepted is lost, or a caller was told anything but yes, no, or later. */
    void run(int kills) throws SQLException {
        strike(kills);

        assertThat(server.isAlive()).isTrue();
        assertThat(traffic.ledger().statuses()).isSubsetOf(200, 403, 503).contains(503);
        try (var database = server.connect()) {
            traffic.assertHonest(database);
        }
    }

    /** What was accepted and is not there after one blow. */
    Set<String> lostInOne() throws SQLException {
        strike(1);
        try (var database = server.connect()) {
            return traffic.lost(database);
        }
    }

    private void strike(int kills) {
        var load = Callers.start(CALLERS, PER_SECOND, number -> traffic.call(server.api(), number));
        awaitMore();
        for (var kill = 0; kill < kills; kill++) {
            var killed = server.postgresPid();
            server.killPostgresTree();
            await().atMost(PATIENCE).ignoreExceptions().until(() -> server.postgresPid() != killed);
            await().atMost(PATIENCE).until(() -> server.api().isReady());
            awaitMore();
        }
        load.finish();
    }

    private void awaitMore() {
        var enough = traffic.ledger().accepted() + WARM;
        await().atMost(PATIENCE).until(() -> traffic.ledger().accepted() >= enough);
    }
}
