package io.godwit.backup;

import java.io.IOException;
import java.io.InputStream;
import java.sql.SQLException;

/** Receives the content of a backup in its order. Each method does nothing unless it is implemented. */
interface BackupListener {

    /** The manifest, before anything else. */
    default void begin(BackupManifest manifest) throws IOException, SQLException {}

    /** A file of the installation; the stream is not used after this method has returned. */
    default void file(String entry, InputStream content) throws IOException, SQLException {}

    /** The next bytes of a table's text; the buffer is used again. Tables without rows are not mentioned. */
    default void rows(String table, byte[] buffer, int length) throws IOException, SQLException {}

    /** The end of a table's rows, with the sum over what was handed out. */
    default void endTable(BackupChecksums.TableSum sum) throws IOException, SQLException {}

    /** The end, once all sums have been compared. */
    default void end(BackupChecksums checksums) throws IOException, SQLException {}
}
