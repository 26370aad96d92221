package io.godwit.backup;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** Writes the entries of a backup and sums them up. An entry is in memory as a whole, so callers cut what is long. */
final class BackupWriter {

    private static final int OWNER_READS_AND_WRITES = 0600;

    private final GZIPOutputStream packed;
    private final TarArchiveOutputStream tar;
    private final Sha256 files = new Sha256();
    private long fileCount;

    BackupWriter(OutputStream stream) throws IOException {
        packed = new QuickGzip(stream);
        tar = new TarArchiveOutputStream(packed, "UTF-8");
        tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
        tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
    }

    void add(String name, byte[] content, int length) throws IOException {
        var entry = new TarArchiveEntry(name);
        entry.setSize(length);
        entry.setMode(OWNER_READS_AND_WRITES);
        tar.putArchiveEntry(entry);
        tar.write(content, 0, length);
        tar.closeArchiveEntry();
    }

    /** Adds a file of the installation. */
    void addFile(String name, byte[] content) throws IOException {
        fileCount++;
        files.addHeading(name, content.length);
        files.add(content, content.length);
        add(name, content, content.length);
    }

    /** Ends the sum over all files. */
    BackupChecksums.FileSum fileSum() {
        return new BackupChecksums.FileSum(fileCount, files.hex());
    }

    /** Writes the end of the backup; the stream below stays open. */
    void finish() throws IOException {
        tar.finish();
        tar.flush();
        packed.finish();
    }

    /** Compresses at the lowest level: rows shrink to a quarter there already, and a core takes a third of the time. */
    private static final class QuickGzip extends GZIPOutputStream {

        private static final int BUFFER_BYTES = 1 << 16;

        private QuickGzip(OutputStream stream) throws IOException {
            super(stream, BUFFER_BYTES);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
