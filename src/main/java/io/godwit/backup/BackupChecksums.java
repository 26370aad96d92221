package io.godwit.backup;

import java.util.List;

/**
 * The last entry of a backup: the sums a reader compares with its own.
 *
 * @param manifest SHA-256 of the manifest, in hexadecimal as all sums
 */
record BackupChecksums(String manifest, List<TableSum> tables, List<Sequence> sequences, FileSum files) {

    BackupChecksums {
        tables = List.copyOf(tables);
        sequences = List.copyOf(sequences);
    }

    /** The rows of a table, and the SHA-256 of their text. */
    record TableSum(String name, long rows, String sha256) {}

    /** The state of a sequence: its last value, and whether that has been given out. */
    record Sequence(String name, long lastValue, boolean called) {}

    /** All files: their number, and the SHA-256 over name, length and content of each in their order. */
    record FileSum(long count, String sha256) {}

    /** All rows. */
    long rows() {
        return tables.stream().mapToLong(TableSum::rows).sum();
    }
}
