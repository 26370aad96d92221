package io.godwit.backup;

import io.godwit.db.CommandDatabase;
import io.godwit.db.MigrationRange;
import io.godwit.db.RestoreMarker;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.Optional;

/** Makes an installation from a backup, in an empty data directory and an empty database. Blocks; in constant memory. */
public final class Restore {

    private final BackupScope scope;
    private final boolean holdsEmails;

    /** @param holdsEmails whether what would go out by itself is put on hold */
    public Restore(BackupScope scope, boolean holdsEmails) {
        this.scope = scope;
        this.holdsEmails = holdsEmails;
    }

    /**
     * The backup that was restored.
     *
     * @param createdAt time of its rows, ISO 8601
     * @param godwit version of the jar that made it
     * @param hasImages false when images are in a bucket and not in the backup
     * @param held numbers of what was put on hold; empty when nothing was to be
     */
    public record Result(
            String createdAt,
            String godwit,
            int tables,
            long rows,
            long files,
            boolean hasImages,
            Optional<EmailHold.Result> held) {}

    /**
     * Restores the backup. Fails with a sentence, before anything is changed, when the file is damaged or too new, when the
     * directory or the database is not empty, or when the settings have other keys; what fails later leaves both marked
     * ({@link RestoreMarker}).
     */
    public Result run(Path file) throws IOException {
        var marker = RestoreMarker.in(scope.database().dataDir());
        marker.refuseUnfinished();
        var files = scope.files();
        files.requireEmpty();
        var manifest = BackupReader.verify(file);
        check(manifest);
        if (scope.database().url().isPresent()) {
            CommandDatabase.openEmpty(scope.database()).close();
        }
        marker.set();
        var result = fill(file, manifest, files);
        files.sync();
        marker.remove();
        return result;
    }

    private void check(BackupManifest manifest) {
        var newest = MigrationRange.ofJar().last();
        if (manifest.version() > newest) {
            throw new BackupException("The backup was made by a newer Godwit (" + manifest.godwit()
                    + "; its schema has the" + " version " + manifest.version() + ", this jar's " + newest
                    + "): restore it with a jar that is as new");
        }
        if (scope.keys().areGiven()
                && !manifest.keyFingerprint()
                        .equals(HexFormat.of().formatHex(scope.keys().open().fingerprint()))) {
            throw new BackupException(
                    "The keys in the settings are not those of the backup: set GODWIT_SECRETS_SIGNING_KEY and"
                            + " GODWIT_SECRETS_ENCRYPTION_KEY to the first and the second line of " + BackupEntries.KEYS
                            + " in it (tar -xzOf FILE " + BackupEntries.KEYS + ")");
        }
    }

    private Result fill(Path file, BackupManifest manifest, DataFiles files) throws IOException {
        try (var database = CommandDatabase.openEmpty(scope.database())) {
            database.makeSchema(manifest.version());
            var loading = new Loading(files);
            try (var connection = database.connect()) {
                loading.load(file, connection);
            }
            database.migrate();
            var held = finish(database);
            analyze(database);
            return loading.result(manifest, held);
        } catch (SQLException failed) {
            throw new BackupException("The database did not take the backup: " + failed.getMessage()
                    + ". The data directory is marked as unfinished: delete it, and restore again");
        }
    }

    /** Holds what is to be held, and takes the mark of the database away, in one transaction at this jar's schema. */
    private Optional<EmailHold.Result> finish(CommandDatabase database) throws SQLException {
        try (var connection = database.connect();
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            var held = holdsEmails ? Optional.of(EmailHold.hold(connection)) : Optional.<EmailHold.Result>empty();
            statement.execute("DROP TABLE " + RestoreMarker.TABLE);
            connection.commit();
            return held;
        }
    }

    private static void analyze(CommandDatabase database) throws SQLException {
        try (var connection = database.connect();
                var statement = connection.createStatement()) {
            statement.execute("SET statement_timeout = 0");
            statement.execute("ANALYZE");
        }
    }

    /** Passes the content of a backup on to the database and the data directory. */
    private static final class Loading implements BackupListener {

        private final DataFiles files;
        private Optional<Connection> connection = Optional.empty();
        private Optional<DatabaseLoader> loader = Optional.empty();
        private Optional<BackupChecksums> checksums = Optional.empty();

        private Loading(DataFiles files) {
            this.files = files;
        }

        private void load(Path file, Connection target) throws IOException, SQLException {
            connection = Optional.of(target);
            BackupReader.read(file, this);
            loader.orElseThrow().commit();
        }

        @Override
        public void begin(BackupManifest manifest) throws SQLException {
            loader = Optional.of(DatabaseLoader.begin(connection.orElseThrow(), manifest));
        }

        @Override
        public void file(String entry, InputStream content) throws IOException {
            files.restore(entry, content);
        }

        @Override
        public void rows(String table, byte[] buffer, int length) throws SQLException {
            loader.orElseThrow().rows(table, buffer, length);
        }

        @Override
        public void endTable(BackupChecksums.TableSum sum) throws SQLException {
            loader.orElseThrow().endTable(sum);
        }

        @Override
        public void end(BackupChecksums sums) throws SQLException {
            checksums = Optional.of(sums);
            loader.orElseThrow().finish(sums);
        }

        private Result result(BackupManifest manifest, Optional<EmailHold.Result> held) {
            var sums = checksums.orElseThrow();
            return new Result(
                    manifest.createdAt(),
                    manifest.godwit(),
                    manifest.tables().size(),
                    sums.rows(),
                    sums.files().count(),
                    manifest.hasImages(),
                    held);
        }
    }
}
