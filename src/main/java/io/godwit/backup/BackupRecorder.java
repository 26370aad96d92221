package io.godwit.backup;

import io.godwit.db.CommandDatabase;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes how a backup ended into the table {@code backup_outcomes}, where every node shows it. A backup is as good without that, so a
 * row that cannot be written is logged and changes nothing else.
 */
final class BackupRecorder {

    private static final Logger LOG = LoggerFactory.getLogger(BackupRecorder.class);

    private static final int MAX_PROBLEM = 1_000;

    /** The schema of an earlier version has no such table: a backup is made by the new jar before it migrates. */
    private static final String IS_THERE = "SELECT to_regclass('backup_outcomes') IS NOT NULL";

    private static final String SAVE = """
            INSERT INTO backup_outcomes (succeeded, taken_at, file, host, bytes, row_count, has_images, problem)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (succeeded) DO UPDATE
               SET taken_at = excluded.taken_at, ended_at = now(), file = excluded.file, host = excluded.host,
                   bytes = excluded.bytes, row_count = excluded.row_count, has_images = excluded.has_images,
                   problem = excluded.problem
            """;

    private final CommandDatabase database;
    private final Path file;

    BackupRecorder(CommandDatabase database, Path file) {
        this.database = database;
        this.file = file.toAbsolutePath().normalize();
    }

    /** Records that the file was made; blocks. */
    void succeeded(Backup.Result made) {
        save(true, made.takenAt(), made.bytes(), made.rows(), made.hasImages(), null);
    }

    /** Records that no file was made, and why; blocks. */
    void failed(Instant beganAt, Exception cause) {
        var problem = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        save(false, beganAt, null, null, null, problem.substring(0, Math.min(MAX_PROBLEM, problem.length())));
    }

    private void save(
            boolean succeeded,
            Instant takenAt,
            @Nullable Long bytes,
            @Nullable Long rows,
            @Nullable Boolean hasImages,
            @Nullable String problem) {
        try (var connection = database.connect()) {
            if (!isThere(connection)) {
                return;
            }
            try (var statement = connection.prepareStatement(SAVE)) {
                statement.setBoolean(1, succeeded);
                statement.setObject(2, OffsetDateTime.ofInstant(takenAt, ZoneOffset.UTC));
                statement.setString(3, file.toString());
                statement.setString(4, host());
                statement.setObject(5, bytes);
                statement.setObject(6, rows);
                statement.setObject(7, hasImages);
                statement.setString(8, problem);
                statement.executeUpdate();
            }
        } catch (SQLException failed) {
            LOG.warn("The end of the backup could not be recorded, so the system page does not show it", failed);
        }
    }

    private static boolean isThere(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(IS_THERE)) {
            return rows.next() && rows.getBoolean(1);
        }
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "localhost";
        }
    }
}
