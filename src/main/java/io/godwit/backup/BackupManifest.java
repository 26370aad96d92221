package io.godwit.backup;

import static java.util.stream.Collectors.joining;

import java.util.List;

/**
 * The first entry of a backup, which says what follows and who can read it.
 *
 * @param format version of the file's layout; a reader refuses a newer one
 * @param godwit version of the jar that made it
 * @param createdAt time of the snapshot, ISO 8601 in UTC, by the database's clock
 * @param migrations numbers of the migrations of the schema, in their order
 * @param keyFingerprint of the signing and encryption key, in hexadecimal
 * @param hasImages false when images are in a bucket, which is not part of a backup
 */
record BackupManifest(
        int format,
        String godwit,
        String createdAt,
        List<Integer> migrations,
        String keyFingerprint,
        boolean hasImages,
        List<Table> tables) {

    static final int FORMAT = 1;

    BackupManifest {
        migrations = List.copyOf(migrations);
        tables = List.copyOf(tables);
    }

    /**
     * A table with rows of its own.
     *
     * @param columns those that are not generated
     * @param parent the table it is a partition of; empty for none
     * @param bounds of the partition, as PostgreSQL prints them; empty for none
     */
    record Table(String name, List<String> columns, String parent, String bounds) {

        Table {
            columns = List.copyOf(columns);
        }

        /** The table with its columns, as {@code COPY} names them. */
        String target() {
            return columns.stream().map(SqlName::quote).collect(joining(", ", SqlName.quote(name) + " (", ")"));
        }
    }

    /** The number of the newest migration. */
    int version() {
        return migrations.get(migrations.size() - 1);
    }
}
