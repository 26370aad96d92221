package io.godwit.commands;

import io.godwit.backup.BackupScope;
import io.godwit.backup.EmailHold;
import io.godwit.backup.Restore;
import io.godwit.config.Settings;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The command {@code restore}: makes an installation from a backup, in an empty data directory. */
final class RestoreCommand implements Command {

    private static final String HOLD_EMAILS = "--hold-emails";

    @Override
    public String name() {
        return "restore";
    }

    @Override
    public String summary() {
        return "makes an installation from a backup, in an empty data directory";
    }

    @Override
    public String synopsis() {
        return "FILE [--hold-emails]";
    }

    @Override
    public String description() {
        return """
                Run it with the settings of the new server: GODWIT_DATA_DIR names an empty or a new directory, and
                GODWIT_DATABASE_URL, if given, an empty database. A backup of an older version is brought up to this one.
                With --hold-emails nothing that was waiting goes out until you say so (release-emails): emails that were sent
                after the backup was made would go out a second time.
                Exit status: 0, or 2 when nothing was restored; the message says whether anything was changed.""";
    }

    @Override
    public int run(Map<String, String> environment, List<String> arguments, PrintStream out) {
        var words = new CommandWords(arguments, HOLD_EMAILS);
        var file = Path.of(words.only("FILE"));
        var settings = Settings.read(environment);
        try {
            var restored = new Restore(BackupScope.of(settings), words.has(HOLD_EMAILS)).run(file);
            print(file, restored, settings.dataDir(), out);
            return OK;
        } catch (IOException failed) {
            throw new UncheckedIOException(
                    "The restore failed: " + failed.getMessage() + ". If " + settings.dataDir()
                            + " holds a file restore-unfinished now, delete that directory, and restore again",
                    failed);
        }
    }

    private static void print(Path file, Restore.Result restored, Path dataDir, PrintStream out) {
        out.printf(
                "%s of %s is restored: %,d rows of %d tables, %,d files%n",
                file, restored.createdAt(), restored.rows(), restored.tables(), restored.files());
        if (!restored.hasImages()) {
            out.println("Images were in a bucket and are not in the backup.");
        }
        restored.held()
                .ifPresentOrElse(
                        held -> print(held, out),
                        () -> out.println(
                                "What was waiting then goes out when the server starts, also what has been sent since."));
        out.println("Next: start the server with the same settings (data directory " + dataDir + ").");
    }

    private static void print(EmailHold.Result held, PrintStream out) {
        out.printf(
                "On hold: %,d emails, %,d workflow executions, %,d scheduled campaigns%n",
                held.emails(), held.executions(), held.scheduled());
        out.printf(
                "Paused: %,d campaigns that were being sent; drafts again: %,d campaigns whose time has passed;"
                        + " disabled: %,d workflows whose scheduled time has passed%n",
                held.paused(), held.drafts(), held.disabled());
        out.println(
                "Then: cancel what must not go out (DELETE /emails/ID), resume campaigns and workflows in the dashboard, and"
                        + " release the rest: java -jar godwit.jar release-emails");
    }
}
