package io.godwit.system;

import io.godwit.system.SystemResponse.BackupResponse;
import io.godwit.system.SystemResponse.BackupStatus;
import io.godwit.system.SystemResponse.BackupsResponse;
import io.godwit.system.SystemResponse.FailedBackupResponse;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Reads the table {@code backup_outcomes}, which the command {@code backup} writes. */
final class BackupOutcomeStore {

    private static final String LATEST = "SELECT * FROM backup_outcomes ORDER BY ended_at DESC";

    private static final String TAKEN_AT = "SELECT taken_at FROM backup_outcomes WHERE succeeded";

    Future<BackupsResponse> latest(SqlClient db) {
        return db.preparedQuery(LATEST)
                .execute()
                .map(rows -> outcomes(rows.stream().toList()));
    }

    /** The moment the rows of the newest backup are of; empty when none was ever made. */
    Future<Optional<Instant>> takenAt(SqlClient db) {
        return db.preparedQuery(TAKEN_AT)
                .mapping(row -> time(row, "taken_at"))
                .execute()
                .map(rows -> rows.stream().findFirst());
    }

    private static BackupsResponse outcomes(List<Row> newestFirst) {
        var last = newestFirst.stream().filter(BackupOutcomeStore::succeeded).findFirst();
        var failure = newestFirst.stream().filter(row -> !succeeded(row)).findFirst();
        return new BackupsResponse(
                status(newestFirst), last.map(BackupOutcomeStore::made), failure.map(BackupOutcomeStore::failed));
    }

    private static BackupStatus status(List<Row> newestFirst) {
        return newestFirst.stream()
                .findFirst()
                .map(newest -> succeeded(newest) ? BackupStatus.OK : BackupStatus.FAILED)
                .orElse(BackupStatus.NONE);
    }

    private static boolean succeeded(Row row) {
        return row.getBoolean("succeeded");
    }

    private static BackupResponse made(Row row) {
        return new BackupResponse(
                time(row, "taken_at"),
                time(row, "ended_at"),
                row.getString("file"),
                row.getString("host"),
                row.getLong("bytes"),
                row.getLong("row_count"),
                row.getBoolean("has_images"));
    }

    private static FailedBackupResponse failed(Row row) {
        return new FailedBackupResponse(
                time(row, "ended_at"), row.getString("file"), row.getString("host"), row.getString("problem"));
    }

    private static Instant time(Row row, String column) {
        return row.getOffsetDateTime(column).toInstant();
    }
}
