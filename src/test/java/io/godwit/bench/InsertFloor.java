package io.godwit.bench;

import io.godwit.bench.load.RequestShape;
import io.godwit.core.id.Ids;
import io.godwit.kit.JarServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Measures what PostgreSQL alone makes of bodies of 10 KB that all differ: one multi-row INSERT and one durable commit for every 64,
 * into a table made like {@code contents}. 64 is half of the load's 128 connections, as they share two ingest connections.
 */
final class InsertFloor {

    private static final int BATCH = 64;
    private static final UUID PROJECT = new UUID(1, 1);
    private static final String INSERT = "INSERT INTO floor (project_id, id, subject, body, from_email) VALUES "
            + String.join(", ", Collections.nCopies(BATCH, "(?, ?, ?, ?, ?)"));

    private final JarServer server;
    private final String body = BenchBodies.html(RequestShape.SERIAL);
    private final double seconds;
    private final int connections;

    InsertFloor(JarServer server, double seconds, int connections) {
        this.server = server;
        this.seconds = seconds;
        this.connections = connections;
    }

    /** Rows over all connections together. */
    double perSecond() throws Exception {
        prepare();
        var threads = Executors.newFixedThreadPool(connections);
        try {
            var rates = new ArrayList<Future<Double>>();
            for (int i = 0; i < connections; i++) {
                rates.add(threads.submit((Callable<Double>) this::insert));
            }
            double sum = 0;
            for (var rate : rates) {
                sum += rate.get();
            }
            return sum;
        } finally {
            threads.shutdownNow();
        }
    }

    private void prepare() throws Exception {
        try (var connection = server.connect();
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS floor (LIKE contents INCLUDING ALL)");
            statement.execute("TRUNCATE floor");
        }
    }

    private double insert() throws Exception {
        try (var connection = server.connect();
                var statement = connection.createStatement()) {
            statement.execute("SET synchronous_commit = on");
            connection.setAutoCommit(false);
            return insert(connection);
        }
    }

    private double insert(Connection connection) throws SQLException {
        var start = System.nanoTime();
        long rows = 0;
        for (; System.nanoTime() - start < seconds * 1e9; rows += BATCH) {
            insertBatch(connection, rows);
            connection.commit();
        }
        return rows / ((System.nanoTime() - start) / 1e9);
    }

    private void insertBatch(Connection connection, long first) throws SQLException {
        try (var insert = connection.prepareStatement(INSERT)) {
            var parameter = 0;
            for (long i = first; i < first + BATCH; i++) {
                var number = String.format("%010d", i);
                insert.setObject(++parameter, PROJECT);
                insert.setObject(++parameter, Ids.next());
                insert.setString(++parameter, "Order " + number);
                insert.setString(++parameter, body.replace(RequestShape.SERIAL, number));
                insert.setString(++parameter, "shop@example.test");
            }
            insert.executeUpdate();
        }
    }
}
