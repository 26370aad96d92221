/**
 * Backups: one file with everything an installation has, and a new installation made from it.
 *
 * <p><b>The file</b> is a tar stream compressed with gzip, so that it can be looked into without Godwit: {@code manifest.json}
 * ({@link io.godwit.backup.BackupManifest}), files of the data directory below {@code data/}, the rows of each table in
 * PostgreSQL's text format of {@code COPY} in pieces below {@code tables/}, images below {@code uploads/}, and last
 * {@code checksums.json} ({@link io.godwit.backup.BackupChecksums}), whose absence shows a file that was cut short. The pieces
 * of a table put together are the input of {@code COPY … FROM STDIN}.
 *
 * <p><b>Consistent while the server runs</b>: every table is read by {@code COPY … TO STDOUT} in one transaction, which is
 * REPEATABLE READ and READ ONLY ({@link io.godwit.backup.DatabaseSnapshot}). {@code COPY} streams, so neither side holds more
 * than a piece in memory, and its text is read by every version of PostgreSQL from 15 on, unlike the files of a data directory.
 * Files are read after that moment: an image that a row speaks of is there, and the journal knows of more acceptances, never of
 * fewer. Sequences are read after it, too, so they are never behind the rows.
 *
 * <p><b>A restore</b> reads the whole file and its checksums before it changes anything. It makes the schema by the jar's own
 * migrations up to the backup's, loads in one transaction without triggers, foreign keys and secondary indexes, which are made
 * again at its end, and lets the newer migrations run. {@link io.godwit.db.RestoreMarker} keeps a restore that was cut off from
 * being taken for an installation.
 */
@NullMarked
package io.godwit.backup;

import org.jspecify.annotations.NullMarked;
