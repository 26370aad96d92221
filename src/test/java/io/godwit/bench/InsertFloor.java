package io.godwit.bench;

import io.godwit.core.Ids;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * What PostgreSQL alone makes of bodies of 10 KB that all differ: one multi-row INSERT and one durable commit for every 64,
 * into a table made like {@code contents}. 64 is half of the load's 128 connections, as they share two ingest connections.
 */
final class InsertFloor {

    private static final int BATCH = 64;

    private final Godwit server;
    private final String body = Bodies.html(Shape.SERIAL);
    private final double seconds;
    private final int connections;

    InsertFloor(Godwit server, double seconds, int connections) {
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
        try (var connection = server.database();
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS floor (LIKE contents INCLUDING ALL)");
            statement.execute("TRUNCATE floor");
        }
    }

    private double insert() throws Exception {
        try (var connection = server.database();
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
        var sql = "INSERT INTO floor (project_id, id, subject, body, from_email) VALUES (?, ?, ?, ?, ?)";
        try (var insert = connection.prepareStatement(sql, Statement.NO_GENERATED_KEYS)) {
            for (long i = first; i < first + BATCH; i++) {
                var number = String.format("%010d", i);
                insert.setObject(1, new UUID(1, 1));
                insert.setObject(2, Ids.next());
                insert.setString(3, "Order " + number);
                insert.setString(4, body.replace(Shape.SERIAL, number));
                insert.setString(5, "shop@example.test");
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }
}
