package io.godwit.backup;

import io.godwit.backup.BackupChecksums.TableSum;
import io.godwit.backup.BackupManifest.Table;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.sql.SQLException;

/** Writes the rows of tables into a backup, in pieces because an entry's length comes before its content. */
final class TableExporter {

    /** Bytes after which a piece is written; one row more than that is in memory at once. */
    private static final int PIECE_BYTES = 2 << 20;

    private final DatabaseSnapshot snapshot;
    private final BackupWriter writer;

    TableExporter(DatabaseSnapshot snapshot, BackupWriter writer) {
        this.snapshot = snapshot;
        this.writer = writer;
    }

    TableSum export(Table table) throws SQLException, IOException {
        var pieces = new PieceWriter(table.name());
        var rows = snapshot.copy(table, pieces::add);
        pieces.flush();
        return new TableSum(table.name(), rows, pieces.sum.hex());
    }

    /** The pieces of one table. */
    private final class PieceWriter {

        private final String table;
        private final Sha256 sum = new Sha256();
        private final Piece piece = new Piece();
        private int written;

        private PieceWriter(String table) {
            this.table = table;
        }

        private void add(byte[] row) throws IOException {
            piece.write(row);
            if (piece.size() >= PIECE_BYTES) {
                flush();
            }
        }

        private void flush() throws IOException {
            if (piece.size() > 0) {
                written++;
                sum.add(piece.bytes(), piece.size());
                writer.add(BackupEntries.piece(table, written), piece.bytes(), piece.size());
                piece.reset();
            }
        }
    }

    /** A buffer whose bytes are written without a copy of them. */
    private static final class Piece extends ByteArrayOutputStream {

        private Piece() {
            super(PIECE_BYTES + PIECE_BYTES / 2);
        }

        private byte[] bytes() {
            return buf;
        }
    }
}
