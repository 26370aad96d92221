package io.godwit.db;

import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A migrated, empty database for one test class, on one embedded PostgreSQL that all classes of a test run share.
 *
 * <pre>{@code
 * private final Vertx vertx = Vertx.vertx();
 * private final TestDatabase db = TestDatabase.fresh(vertx);
 *
 * db.database().requests()…           // as the product sees it
 * db.query("SELECT count(*) FROM contacts WHERE project_id = ?", project)  // as the test looks at it
 * }</pre>
 */
public final class TestDatabase implements AutoCloseable {

    static final int CONNECTIONS = 4;

    private final Database database;
    private final DatabaseUrl url;
    private Optional<Connection> session = Optional.empty();

    private TestDatabase(Database database, DatabaseUrl url) {
        this.database = database;
        this.url = url;
    }

    /** Takes some 50 ms; the first one of a run starts PostgreSQL, 2 s. Closed by the caller, or at the end of the run. */
    public static TestDatabase fresh(Vertx vertx) {
        var url = TestPostgres.newDatabase();
        var settings = new DatabaseSettings(Optional.of(""), Path.of("."), CONNECTIONS, CONNECTIONS);
        return new TestDatabase(new Database(vertx, url, Optional.empty(), settings), url);
    }

    /** The programs of PostgreSQL, unpacked: for a jar that need not unpack them once more, which takes three seconds of a core. */
    public static Path programs() {
        try {
            return PostgresBinaries.in(TestPostgres.cache()).home();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The way the product takes. */
    public Database database() {
        return database;
    }

    /** For a server under test: {@code postgresql://user:password@host:port/name}. */
    public String url() {
        var options = url.options();
        return "postgresql://" + options.getUser() + ":" + options.getPassword() + "@" + options.getHost() + ":"
                + options.getPort() + "/" + options.getDatabase();
    }

    /** Of the database itself, for what an administrator does to it. */
    public String name() {
        return url.options().getDatabase();
    }

    /** Runs what can be done to a database only from outside of it. */
    public void administer(String sql) {
        TestPostgres.administer(sql);
    }

    /** The port on which the PostgreSQL of this run listens, on 127.0.0.1. */
    public int port() {
        return url.options().getPort();
    }

    /** The rows, each a map of column to value as JDBC answers it, on a connection apart from the product's. */
    public synchronized List<Map<String, Object>> query(String sql, Object... parameters) {
        try (var statement = session().prepareStatement(sql)) {
            for (var i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            return statement.execute() ? rows(statement.getResultSet()) : List.of();
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** Kept from one question to the next, for tests ask many; another one when it is gone. */
    private Connection session() throws SQLException {
        if (session.isEmpty() || !session.get().isValid(1)) {
            session = Optional.of(connect());
        }
        return session.get();
    }

    /** The first column of the only row. */
    public Object value(String sql, Object... parameters) {
        var rows = query(sql, parameters);
        if (rows.size() != 1) {
            throw new IllegalStateException(rows.size() + " rows instead of one");
        }
        return rows.get(0).values().iterator().next();
    }

    /** The first column of the only row, a number. */
    public long count(String sql, Object... parameters) {
        return ((Number) value(sql, parameters)).longValue();
    }

    /** A plain connection, for a session that holds a lock. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url.jdbc(), url.properties());
    }

    private static List<Map<String, Object>> rows(java.sql.ResultSet result) throws SQLException {
        var rows = new ArrayList<Map<String, Object>>();
        var columns = result.getMetaData();
        while (result.next()) {
            var row = new LinkedHashMap<String, Object>();
            for (var i = 1; i <= columns.getColumnCount(); i++) {
                row.put(columns.getColumnLabel(i), result.getObject(i));
            }
            rows.add(row);
        }
        return rows;
    }

    /** Closes the pools and drops the database: those of a whole run took 2 GB of memory for each process of tests. */
    @Override
    public void close() {
        endSession();
        database.close().await();
        TestPostgres.administer("DROP DATABASE IF EXISTS " + name() + " WITH (FORCE)");
    }

    private synchronized void endSession() {
        try {
            if (session.isPresent()) {
                session.get().close();
            }
        } catch (SQLException gone) {
            throw new IllegalStateException(gone);
        }
    }
}
