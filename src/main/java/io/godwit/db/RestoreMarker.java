package io.godwit.db;

import io.godwit.core.PrivateFiles;
import io.godwit.core.StartupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.callback.Callback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;

/**
 * Marks what a restore has begun to fill, from before its first file to after its last, so that no start and no other restore
 * takes a part for the whole: a file in the data directory, and a table in the database, which goes in the last
 * transaction.
 */
public final class RestoreMarker {

    /** Name of the table that exists only while a restore into its database is unfinished. */
    public static final String TABLE = "restore_unfinished";

    private final Path dataDir;

    private RestoreMarker(Path dataDir) {
        this.dataDir = dataDir;
    }

    /** Returns the marker of a data directory, set or not. */
    public static RestoreMarker in(Path dataDir) {
        return new RestoreMarker(dataDir);
    }

    /** Fails with a sentence when a restore into the directory did not come to its end. */
    public void refuseUnfinished() {
        if (Files.exists(file())) {
            throw unfinished("the data directory " + dataDir);
        }
    }

    /** Sets the mark, durably; makes the directory when it is missing. */
    public void set() throws IOException {
        PrivateFiles.createDirectories(dataDir);
        try (var channel = PrivateFiles.open(file(), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        Directories.sync(dataDir);
    }

    /** Takes the mark away, durably: the restore is complete. */
    public void remove() throws IOException {
        Directories.sync(dataDir);
        Files.delete(file());
        Directories.sync(dataDir);
    }

    private Path file() {
        return dataDir.resolve("restore-unfinished");
    }

    static StartupException unfinished(String place) {
        return new StartupException(
                "The restore into " + place + " is unfinished, so parts are missing: wait for its end, or, when"
                        + " it was cut off, delete what it has made and restore the backup again");
    }

    /** Makes the table together with the first migration. */
    static final class Creation implements Callback {

        private boolean made;

        @Override
        public boolean supports(Event event, Context context) {
            return event == Event.BEFORE_EACH_MIGRATE && !made;
        }

        @Override
        public boolean canHandleInTransaction(Event event, Context context) {
            return true;
        }

        @Override
        public void handle(Event event, Context context) {
            try (var statement = context.getConnection().createStatement()) {
                statement.execute("CREATE TABLE " + TABLE + " ()");
                made = true;
            } catch (SQLException failed) {
                throw new FlywayException("The mark of a restore cannot be made", failed);
            }
        }

        @Override
        public String getCallbackName() {
            return TABLE;
        }
    }
}
