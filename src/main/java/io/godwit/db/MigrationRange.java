package io.godwit.db;

/**
 * The numbers of the migrations that this jar brings.
 *
 * @param first the oldest one
 * @param last the newest one; a start brings the database up to it
 */
public record MigrationRange(int first, int last) {

    /** Reads the files; needs no database. Blocks. */
    public static MigrationRange ofJar() {
        return MigrationFiles.ofClassPath().range();
    }
}
