package io.godwit.backup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.commands.CommandLine;
import io.godwit.config.Settings;
import io.godwit.db.CommandDatabase;
import io.godwit.kit.GodwitJar;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The settings of an installation a test backs up or restores, and its commands, run in this JVM.
 *
 * @param environment the variables the commands get
 */
record BackupInstallation(Map<String, String> environment) {

    private static final String TABLES = """
            SELECT relname FROM pg_class
             WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname <> 'flyway_schema_history'
            """;

    /** The status of a command, with everything it printed. */
    record Printed(int status, String text) {}

    /** One with an embedded database in a new directory, whose programs are there already. */
    static BackupInstallation embedded(Path dataDir) {
        GodwitJar.unpackPostgres(dataDir);
        return new BackupInstallation(
                Map.of("GODWIT_DATA_DIR", dataDir.toString(), "GODWIT_ACCOUNTS_PASSWORD_MEMORY", "64"));
    }

    /** One on a database of the operator's own, with the keys of {@code TestServer}. */
    static BackupInstallation at(String databaseUrl, Path dataDir) {
        return new BackupInstallation(Map.of(
                "GODWIT_DATA_DIR", dataDir.toString(),
                "GODWIT_DATABASE_URL", databaseUrl,
                "GODWIT_SECRETS_SIGNING_KEY", "11".repeat(32),
                "GODWIT_SECRETS_ENCRYPTION_KEY", "22".repeat(32),
                "GODWIT_MAIL_CATCHER_ENABLED", "true"));
    }

    BackupInstallation with(String name, String value) {
        var more = new HashMap<>(environment);
        more.put(name, value);
        return new BackupInstallation(Map.copyOf(more));
    }

    Path dataDir() {
        return Path.of(environment.get("GODWIT_DATA_DIR"));
    }

    Settings settings() {
        return Settings.read(environment);
    }

    BackupScope scope() {
        return BackupScope.of(settings());
    }

    CommandDatabase database() throws IOException {
        return CommandDatabase.open(settings().database());
    }

    /** Runs a command of the jar. */
    Printed run(String... words) {
        var printed = new ByteArrayOutputStream();
        var out = new PrintStream(printed, true, UTF_8);
        var status = CommandLine.ofAllCommands().run(environment, List.of(words), out, out);
        return new Printed(status, printed.toString(UTF_8));
    }

    /** Runs a command that has to succeed; returns what it printed. */
    String succeed(String... words) {
        var answer = run(words);
        assertThat(answer.status()).as(answer.text()).isZero();
        return answer.text();
    }

    /** Runs a command that has to be refused; returns the sentence. */
    String refused(String... words) {
        var answer = run(words);
        assertThat(answer.status()).as(answer.text()).isEqualTo(2);
        return answer.text();
    }

    /** Every row of every table as text, as the connection's transaction sees it. */
    static Map<String, List<String>> rows(Connection connection) throws SQLException {
        var tableToRows = new TreeMap<String, List<String>>();
        for (var table : column(connection, TABLES)) {
            tableToRows.put(
                    table,
                    column(connection, "SELECT t::text FROM ONLY \"" + table + "\" t ORDER BY t::text COLLATE \"C\""));
        }
        return tableToRows;
    }

    static List<String> column(Connection connection, String query) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            var values = new ArrayList<String>();
            while (rows.next()) {
                values.add(rows.getString(1));
            }
            return values;
        }
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** True when there is nothing but the programs of PostgreSQL. */
    static boolean isUntouched(Path dataDir) throws IOException {
        if (!Files.exists(dataDir)) {
            return true;
        }
        try (var files = Files.list(dataDir)) {
            return files.allMatch(file -> file.getFileName().toString().startsWith("postgres-binaries-"));
        }
    }
}
