package io.godwit.commands;

import io.godwit.backup.EmailHold;
import io.godwit.config.Settings;
import io.godwit.db.CommandDatabase;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** The command {@code release-emails}: lets go out what {@code restore --hold-emails} has put on hold. */
final class ReleaseEmailsCommand implements Command {

    @Override
    public String name() {
        return "release-emails";
    }

    @Override
    public String summary() {
        return "lets emails go out that restore --hold-emails has put on hold";
    }

    @Override
    public String synopsis() {
        return "";
    }

    @Override
    public String description() {
        return """
                Run it with the settings of the server, while that runs or before it starts. Emails and workflow executions go on
                where they were, and scheduled campaigns begin at their time; paused campaigns are resumed and disabled workflows
                enabled in the dashboard, one by one.
                Exit status: 0, or 2 when nothing was released.""";
    }

    @Override
    public int run(Map<String, String> environment, List<String> arguments, PrintStream out) {
        new CommandWords(arguments).requireNone();
        var settings = Settings.read(environment);
        try (var database = CommandDatabase.open(settings.database());
                var connection = database.connect()) {
            var released = EmailHold.release(connection);
            out.printf(
                    "Released: %,d emails, %,d workflow executions, %,d scheduled campaigns%n",
                    released.emails(), released.executions(), released.scheduled());
            return OK;
        } catch (SQLException failed) {
            throw new IllegalStateException("Nothing was released: " + failed.getMessage(), failed);
        } catch (IOException failed) {
            throw new UncheckedIOException("Nothing was released: " + failed.getMessage(), failed);
        }
    }
}
