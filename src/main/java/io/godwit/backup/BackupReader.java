package io.godwit.backup;

import io.godwit.backup.BackupChecksums.FileSum;
import io.godwit.backup.BackupChecksums.TableSum;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/** Reads a backup once from its beginning to its end, hands out its content, and compares it with its checksums. */
final class BackupReader {

    private static final int BUFFER_BYTES = 1 << 16;

    private final Path file;
    private final BackupListener listener;
    private final Sha256 files = new Sha256();
    private final List<TableSum> tables = new ArrayList<>();
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private long fileCount;
    private Optional<TableRows> current = Optional.empty();
    private Optional<byte[]> manifest = Optional.empty();
    private Optional<BackupChecksums> checksums = Optional.empty();

    private BackupReader(Path file, BackupListener listener) {
        this.file = file;
        this.listener = listener;
    }

    /** Reads all of it and hands out nothing. Fails with a sentence when it is no backup, damaged, cut short or too new. */
    static BackupManifest verify(Path file) throws IOException {
        if (!Files.isReadable(file)) {
            throw new BackupException("There is no backup " + file + " that this user may read");
        }
        var listener = new ManifestListener();
        try {
            read(file, listener);
        } catch (BackupException refused) {
            throw refused;
        } catch (IOException | SQLException | RuntimeException damaged) {
            throw damaged(file, String.valueOf(damaged.getMessage()));
        }
        return listener.found.orElseThrow(() -> damaged(file, "there is no manifest"));
    }

    /**
     * Reads all of it. What the listener gets is compared with the checksums only at its end, so it must be able to take it all
     * back until then. Fails with an {@link IOException} when the file cannot be read.
     */
    static void read(Path file, BackupListener listener) throws IOException, SQLException {
        try (var packed = new GZIPInputStream(new BufferedInputStream(Files.newInputStream(file)), BUFFER_BYTES);
                var tar = new TarArchiveInputStream(packed, "UTF-8")) {
            new BackupReader(file, listener).read(tar, packed);
        }
    }

    private void read(TarArchiveInputStream tar, InputStream packed) throws IOException, SQLException {
        for (var entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
            read(entry, tar);
        }
        packed.transferTo(OutputStream.nullOutputStream());
        compare();
    }

    private void read(TarArchiveEntry entry, InputStream content) throws IOException, SQLException {
        var name = entry.getName();
        if (checksums.isPresent() || manifest.isPresent() == name.equals(BackupEntries.MANIFEST)) {
            throw damaged(file, "its parts are in another order");
        }
        var table = BackupEntries.tableOf(name);
        if (table.isEmpty() || !table.equals(current.map(TableRows::table))) {
            endTable();
        }
        if (table.isPresent()) {
            readRows(table.get(), content);
        } else if (name.equals(BackupEntries.MANIFEST)) {
            readManifest(content.readAllBytes());
        } else if (name.equals(BackupEntries.CHECKSUMS)) {
            checksums = Optional.of(BackupJson.read(content.readAllBytes(), BackupChecksums.class));
        } else if (name.startsWith(BackupEntries.DATA) || name.startsWith(BackupEntries.IMAGES)) {
            readFile(name, entry.getSize(), content);
        } else {
            throw damaged(file, "it holds " + name);
        }
    }

    private void readManifest(byte[] json) throws IOException, SQLException {
        manifest = Optional.of(json);
        var format = BackupJson.read(json, Format.class).format();
        if (format > BackupManifest.FORMAT) {
            throw new BackupException(
                    "The backup " + file + " has the format " + format + ", and this jar knows those up to "
                            + BackupManifest.FORMAT + ": restore it with the jar that made it, or a newer one");
        }
        listener.begin(BackupJson.read(json, BackupManifest.class));
    }

    /** The member that a manifest of every format has. */
    private record Format(int format) {}

    private void readRows(String table, InputStream content) throws IOException, SQLException {
        if (current.isEmpty()) {
            current = Optional.of(new TableRows(table));
        }
        for (var length = content.read(buffer); length >= 0; length = content.read(buffer)) {
            current.orElseThrow().add(buffer, length);
            listener.rows(table, buffer, length);
        }
    }

    private void endTable() throws IOException, SQLException {
        if (current.isPresent()) {
            var sum = current.get().sum();
            tables.add(sum);
            listener.endTable(sum);
            current = Optional.empty();
        }
    }

    private void readFile(String name, long size, InputStream content) throws IOException, SQLException {
        fileCount++;
        files.addHeading(name, size);
        var bytes = content.readAllBytes();
        files.add(bytes, bytes.length);
        listener.file(name, new ByteArrayInputStream(bytes));
    }

    private void compare() throws IOException, SQLException {
        if (checksums.isEmpty() || manifest.isEmpty()) {
            throw damaged(file, "it ends too early");
        }
        var expected = checksums.get();
        var empty = Sha256.of(new byte[0]);
        var filled = expected.tables().stream()
                .filter(sum -> sum.rows() > 0 || !sum.sha256().equals(empty))
                .toList();
        var isWhole = expected.manifest().equals(Sha256.of(manifest.get()))
                && expected.files().equals(new FileSum(fileCount, files.hex()))
                && filled.equals(tables);
        if (!isWhole) {
            throw damaged(file, "its checksums differ");
        }
        listener.end(expected);
    }

    private static BackupException damaged(Path file, String reason) {
        return new BackupException("The backup " + file + " is damaged or cut short (" + reason
                + "): take another copy of it, or an older backup");
    }

    /** The sum over the rows of one table; each row ends in a line feed, and none has one in it. */
    private static final class TableRows {

        private final String table;
        private final Sha256 sum = new Sha256();
        private long rows;

        private TableRows(String table) {
            this.table = table;
        }

        private String table() {
            return table;
        }

        private void add(byte[] text, int length) {
            sum.add(text, length);
            for (var at = 0; at < length; at++) {
                rows += text[at] == '\n' ? 1 : 0;
            }
        }

        private TableSum sum() {
            return new TableSum(table, rows, sum.hex());
        }
    }

    /** Keeps the manifest alone. */
    private static final class ManifestListener implements BackupListener {

        private Optional<BackupManifest> found = Optional.empty();

        @Override
        public void begin(BackupManifest manifest) {
            found = Optional.of(manifest);
        }
    }
}
