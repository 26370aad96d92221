package io.godwit.backup;

import io.godwit.backup.BackupChecksums.TableSum;
import io.godwit.config.CryptoKeys;
import io.godwit.db.CommandDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Makes a backup of an installation, whether or not its server runs. Blocks; memory does not grow with the installation, only
 * with its largest row and file.
 */
public final class Backup {

    private final BackupScope scope;

    public Backup(BackupScope scope) {
        this.scope = scope;
    }

    /**
     * The backup that was made.
     *
     * @param takenAt the moment its rows are of, by the database's clock
     * @param bytes size of the file
     * @param files number of files in it, images included
     * @param hasImages false when images are in a bucket
     */
    public record Result(Instant takenAt, long bytes, int tables, long rows, long files, boolean hasImages) {}

    /**
     * Writes the backup. Nothing of that name is there until it is complete and on the disk. Fails with a sentence when it
     * cannot be made. Either end is recorded in the database, if that can be opened.
     *
     * @param replaces whether a file of that name may be replaced
     */
    public Result write(Path file, boolean replaces) throws IOException {
        var began = Instant.now();
        try (var database = CommandDatabase.open(scope.database())) {
            var recorder = new BackupRecorder(database, file);
            try {
                var made = write(file, replaces, database);
                recorder.succeeded(made);
                return made;
            } catch (IOException | RuntimeException failed) {
                recorder.failed(began, failed);
                throw failed;
            }
        }
    }

    private Result write(Path file, boolean replaces, CommandDatabase database) throws IOException {
        if (Files.exists(file) && !replaces) {
            throw new BackupException(file + " exists already: name another file, or add --force to replace it");
        }
        try (var snapshot = DatabaseSnapshot.open(database.connect())) {
            return write(file, snapshot);
        } catch (SQLException failed) {
            throw new BackupException(
                    "The database could not be read (" + failed.getMessage() + "): call backup again");
        }
    }

    Result write(Path file, DatabaseSnapshot snapshot) throws IOException, SQLException {
        try (var target = BackupFile.create(file)) {
            var writer = new BackupWriter(target.stream());
            var manifest = manifest(snapshot);
            var checksums = add(writer, snapshot, manifest);
            writer.finish();
            return new Result(
                    Instant.parse(manifest.createdAt()),
                    target.complete(),
                    checksums.tables().size(),
                    checksums.rows(),
                    checksums.files().count(),
                    manifest.hasImages());
        }
    }

    private BackupManifest manifest(DatabaseSnapshot snapshot) throws IOException, SQLException {
        var keys = HexFormat.of()
                .formatHex(CryptoKeys.parse(scope.keys().fileContent()).fingerprint());
        var stored = snapshot.keyFingerprint();
        if (!stored.isEmpty() && !stored.contains(keys)) {
            throw new BackupException(
                    "The keys in the settings or in vault.keys are not those the database is written with, so"
                            + " the backup would be of no use: run the command with the settings of the server");
        }
        return new BackupManifest(
                BackupManifest.FORMAT,
                version(),
                snapshot.time(),
                snapshot.migrations(),
                keys,
                scope.hasImages(),
                snapshot.tables());
    }

    private static String version() {
        return Optional.ofNullable(Backup.class.getPackage().getImplementationVersion())
                .orElse("unknown");
    }

    /** Adds the journal first, close to the snapshot, and images last: what the rows speak of is there by then. */
    private BackupChecksums add(BackupWriter writer, DatabaseSnapshot snapshot, BackupManifest manifest)
            throws IOException, SQLException {
        var heading = BackupJson.write(manifest);
        writer.add(BackupEntries.MANIFEST, heading, heading.length);
        writer.addFile(BackupEntries.KEYS, scope.keys().fileContent().getBytes(StandardCharsets.US_ASCII));
        scope.files().addData(writer);
        var exporter = new TableExporter(snapshot, writer);
        var tables = new ArrayList<TableSum>();
        for (var table : manifest.tables()) {
            tables.add(exporter.export(table));
        }
        if (manifest.hasImages()) {
            scope.files().addImages(writer);
        }
        var checksums = new BackupChecksums(Sha256.of(heading), tables, snapshot.sequences(), writer.fileSum());
        var ending = BackupJson.write(checksums);
        writer.add(BackupEntries.CHECKSUMS, ending, ending.length);
        return checksums;
    }
}
