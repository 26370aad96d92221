package io.godwit.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.godwit.Server;
import io.godwit.db.CommandDatabase;
import io.godwit.db.MigrationRange;
import io.godwit.db.TestDatabase;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.modules.ShutdownHooks;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Restores of backups that are older, newer or broken, into other databases, and with emails on hold. */
@CloseFields
final class RestoreTest {

    private static final String PROJECT = "00000000-0000-7000-8000-000000000001";
    private static final String OTHER = "00000000-0000-7000-8000-0000000000";

    /** A version between the first and the newest, at which the schema lacks later tables. */
    private static final int OLD = 236;

    /** The first version with projects and members, whose schema is made in a moment. */
    private static final int SMALL = 103;

    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final Vertx VERTX = Vertx.vertx();

    @TempDir
    private Path folder;

    @Test
    void aBackupOfTheEmbeddedDatabaseIsMadeWhileItsServerRunsAndWhileItIsStopped() throws Exception {
        var source = BackupInstallation.embedded(folder.resolve("source"));
        var running = folder.resolve("running.backup");
        var stopped = folder.resolve("stopped.backup");
        source.settings().cryptoKeys().open();
        try (var server = CommandDatabase.openEmpty(source.settings().database())) {
            server.makeSchema(SMALL);
            execute(server, "DROP TABLE restore_unfinished");
            execute(server, "INSERT INTO projects (id, name) VALUES ('" + PROJECT + "', 'Shop')");

            source.succeed("backup", running.toString());
        }
        source.succeed("backup", stopped.toString());

        assertThat(projectsIn(running)).contains("Shop");
        assertThat(projectsIn(stopped)).contains("Shop");
    }

    /** The rows of projects as the backup has them. */
    private static String projectsIn(Path file) throws Exception {
        var text = new StringBuilder();
        BackupReader.read(file, new BackupListener() {
            @Override
            public void rows(String table, byte[] buffer, int length) {
                if (table.equals("projects")) {
                    text.append(new String(buffer, 0, length, StandardCharsets.UTF_8));
                }
            }
        });
        return text.toString();
    }

    @Test
    void aDatabaseWithTablesIsNotRestoredInto() throws Exception {
        try (var source = TestDatabase.fresh(VERTX)) {
            var installation = BackupInstallation.at(source.url(), folder.resolve("data"));
            var file = folder.resolve("a.backup").toString();
            installation.succeed("backup", file);

            var sentence = installation.refused("restore", file);

            assertThat(sentence).contains("is not empty", "GODWIT_DATABASE_URL");
            assertThat(BackupInstallation.isUntouched(folder.resolve("data"))).isTrue();
        }
    }

    @Test
    void aBackupOfAnOlderVersionIsBroughtUpToThisOne() throws Exception {
        try (var any = TestDatabase.fresh(VERTX)) {
            var old = BackupInstallation.at(emptyDatabase(any), folder.resolve("old"));
            makeDatabase(old, OLD, "INSERT INTO projects (id, name) VALUES ('" + PROJECT + "', 'Old shop')");
            var file = folder.resolve("old.backup").toString();
            old.succeed("backup", file);
            var target = BackupInstallation.at(emptyDatabase(any), folder.resolve("new"));

            target.succeed("restore", file);

            assertThat(column(target, "SELECT name FROM projects")).containsExactly("Old shop");
            assertThat(column(target, "SELECT max(split_part(version, '.', 1)::integer) FROM flyway_schema_history"))
                    .containsExactly(Integer.toString(MigrationRange.ofJar().last()));
            assertThat(column(old, "SELECT to_regclass('destinations')")).containsOnlyNulls();
            assertThat(column(target, "SELECT to_regclass('destinations')")).containsExactly("destinations");
        }
    }

    private static void makeDatabase(BackupInstallation installation, int version, String... statements)
            throws Exception {
        try (var database = CommandDatabase.openEmpty(installation.settings().database())) {
            database.makeSchema(version);
            execute(database, "DROP TABLE restore_unfinished");
            for (var sql : statements) {
                execute(database, sql);
            }
        }
    }

    @Test
    void aBackupOfANewerVersionIsRefused() throws Exception {
        try (var source = TestDatabase.fresh(VERTX)) {
            source.query("INSERT INTO flyway_schema_history SELECT installed_rank + 1000, '4711', 'future', type,"
                    + " 'V4711__future.sql', checksum, installed_by, installed_on, execution_time, success"
                    + " FROM flyway_schema_history WHERE version = '101'");
            var file = folder.resolve("newer.backup").toString();
            BackupInstallation.at(source.url(), folder.resolve("data")).succeed("backup", file);
            var target = folder.resolve("target");

            var sentence = BackupInstallation.at(emptyDatabase(source), target).refused("restore", file);

            assertThat(sentence).contains("made by a newer Godwit", "4711");
            assertThat(BackupInstallation.isUntouched(target)).isTrue();
        }
    }

    /** The last step of loading fails: a row points to a project that is not there. */
    @Test
    void aRestoreThatDidNotComeToItsEndIsTakenForNothing() throws Exception {
        try (var any = TestDatabase.fresh(VERTX)) {
            var source = BackupInstallation.at(emptyDatabase(any), folder.resolve("data"));
            makeDatabase(
                    source,
                    SMALL,
                    "ALTER TABLE memberships DROP CONSTRAINT memberships_project_id_fkey",
                    "INSERT INTO users (id, email) VALUES ('" + PROJECT + "', 'ada@example.org')",
                    "INSERT INTO memberships (project_id, user_id, role) VALUES ('" + PROJECT + "', '" + PROJECT
                            + "', 'OWNER')");
            var file = folder.resolve("orphan.backup").toString();
            source.succeed("backup", file);
            var url = emptyDatabase(any);
            var target = BackupInstallation.at(url, folder.resolve("target"));

            assertThat(target.refused("restore", file)).contains("marked as unfinished");

            assertThat(target.refused("restore", file)).contains("is unfinished, so parts are missing");
            assertThat(target.refused("backup", folder.resolve("b").toString()))
                    .contains("is unfinished, so parts are missing");
            assertThatThrownBy(() -> Server.start(target.settings(), new ShutdownHooks()))
                    .hasMessageContaining("is unfinished, so parts are missing");
            var elsewhere = BackupInstallation.at(url, folder.resolve("elsewhere"));
            assertThatThrownBy(() -> Server.start(elsewhere.settings(), new ShutdownHooks()))
                    .hasMessageContaining("is unfinished, so parts are missing");
        }
    }

    @Test
    void emailsOnHoldGoOutOnlyOnceTheyAreReleased() throws Exception {
        try (var source = TestDatabase.fresh(VERTX)) {
            queue(source, 1, "TRANSACTIONAL", 0);
            queue(source, 2, "WORKFLOW", 1);
            queue(source, 3, "CAMPAIGN", 2);
            campaign(source, 4, "SENDING", "now()");
            campaign(source, 5, "SCHEDULED", "now() - interval '1 minute'");
            campaign(source, 6, "SCHEDULED", "now() + interval '1 day'");
            var file = folder.resolve("waiting.backup").toString();
            BackupInstallation.at(source.url(), folder.resolve("data")).succeed("backup", file);
            var target = BackupInstallation.at(emptyDatabase(source), folder.resolve("target"));

            var sentence = target.succeed("restore", file, "--hold-emails");

            assertThat(sentence)
                    .contains(
                            "On hold: 3 emails, 0 workflow executions, 1 scheduled campaigns",
                            "Paused: 1 campaigns",
                            "release-emails");
            assertThat(lanes(target)).containsExactly("3", "3", "3");
            assertThat(source.query("SELECT 1 FROM outbox WHERE lane = 3")).isEmpty();
            assertThat(column(target, "SELECT status FROM campaigns ORDER BY id"))
                    .containsExactly("PAUSED", "DRAFT", "SCHEDULED");
            assertThat(target.succeed("release-emails")).contains("Released: 2 emails");
            assertThat(lanes(target)).containsExactly("0", "1", "3");
        }
    }

    private static List<String> lanes(BackupInstallation installation) throws Exception {
        return column(installation, "SELECT lane FROM outbox ORDER BY email_id");
    }

    private static void queue(TestDatabase db, int number, String source, int lane) {
        var campaign = source.equals("CAMPAIGN") ? "'" + OTHER + "04'" : "NULL";
        db.query(
                "INSERT INTO emails (project_id, id, contact_id, content_id, source, email_class, to_email, campaign_id) VALUES ('"
                        + PROJECT + "', '" + OTHER + "0" + number + "', '" + PROJECT + "', '" + PROJECT + "', '"
                        + source
                        + "', 'MARKETING', 'ada@example.org', " + campaign + ")");
        db.query("INSERT INTO outbox (project_id, email_id, lane, campaign_id) VALUES ('" + PROJECT + "', '" + OTHER
                + "0" + number + "', " + lane + ", " + campaign + ")");
    }

    private static void campaign(TestDatabase db, int number, String status, String due) {
        db.query(
                "INSERT INTO campaigns (project_id, id, name, subject, body, from_email, email_class, audience, status, due_at)"
                        + " VALUES ('" + PROJECT + "', '" + OTHER + "0" + number
                        + "', 'C', 'S', 'B', 'a@b.test', 'MARKETING', 'ALL', '"
                        + status + "', " + due + ")");
    }

    @Test
    void wrongArgumentsAreAnsweredWithTheUsage() {
        var installation = new BackupInstallation(Map.of());

        assertThat(installation.refused("backup")).contains("Name one FILE", "Usage: java -jar godwit.jar backup FILE");
        assertThat(installation.refused("restore", "a", "b")).contains("Name one FILE");
        assertThat(installation.refused("backup", "a", "--fast")).contains("no option --fast");
        assertThat(installation.refused("release-emails", "all")).contains("no argument all");
    }

    @Test
    void withoutADatabaseThereIsNothingToBackUp() throws IOException {
        var empty = Files.createDirectories(folder.resolve("empty"));
        var installation = new BackupInstallation(Map.of("GODWIT_DATA_DIR", empty.toString()));

        assertThat(installation.refused("backup", folder.resolve("b").toString()))
                .contains("There is no database in");
        assertThat(BackupInstallation.isUntouched(empty)).isTrue();
        assertThat(folder.resolve("b")).doesNotExist();
    }

    /** A database of the test's server without any table. */
    static String emptyDatabase(TestDatabase db) {
        var name = "restore_" + COUNT.incrementAndGet() + "_"
                + ProcessHandle.current().pid();
        var owner = db.value("SELECT current_user::text");
        db.administer("CREATE DATABASE " + name + " OWNER " + owner + " TEMPLATE template0");
        return db.url().replace("/" + db.name(), "/" + name);
    }

    private static List<String> column(BackupInstallation installation, String query) throws Exception {
        try (var database = installation.database();
                var connection = database.connect()) {
            return BackupInstallation.column(connection, query);
        }
    }

    private static void execute(CommandDatabase database, String sql) throws SQLException {
        try (Connection connection = database.connect()) {
            BackupInstallation.execute(connection, sql);
        }
    }
}
