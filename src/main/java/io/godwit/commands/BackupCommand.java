package io.godwit.commands;

import io.godwit.backup.Backup;
import io.godwit.backup.BackupScope;
import io.godwit.config.Settings;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The command {@code backup}: writes everything an installation has into one file, also while its server runs. */
final class BackupCommand implements Command {

    private static final String FORCE = "--force";

    @Override
    public String name() {
        return "backup";
    }

    @Override
    public String summary() {
        return "writes the database, the keys, images and the send journal into one file, also while the server runs";
    }

    @Override
    public String synopsis() {
        return "FILE [--force]";
    }

    @Override
    public String description() {
        return """
                Run it with the settings of the server (GODWIT_DATA_DIR, GODWIT_DATABASE_URL), as the user the server runs as. All
                rows are of one moment. Without a running server it starts the embedded PostgreSQL itself and stops it again.
                FILE holds secrets and is readable by its owner alone; an existing one is replaced only with --force.
                Exit status: 0, or 2 when no backup could be made; then there is no FILE.""";
    }

    @Override
    public int run(Map<String, String> environment, List<String> arguments, PrintStream out) {
        var words = new CommandWords(arguments, FORCE);
        var file = Path.of(words.only("FILE"));
        var settings = Settings.read(environment);
        try {
            var made = new Backup(BackupScope.of(settings)).write(file, words.has(FORCE));
            out.printf(
                    "%s: %,d bytes, %,d rows of %d tables, %,d files%n",
                    file, made.bytes(), made.rows(), made.tables(), made.files());
            if (!made.hasImages()) {
                out.println("Images are in the bucket and not in the backup.");
            }
            out.println("It holds the keys of the installation: keep it where nobody else can read it.");
            return OK;
        } catch (IOException failed) {
            throw new UncheckedIOException("No backup was made: " + failed.getMessage(), failed);
        }
    }
}
