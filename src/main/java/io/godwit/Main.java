package io.godwit;

import io.godwit.commands.CommandLine;
import io.godwit.config.Settings;
import io.godwit.config.StandardErrorLog;
import io.godwit.core.Failure;
import io.godwit.core.StartupException;
import io.godwit.logging.ProcessLog;
import io.godwit.modules.ShutdownHooks;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the settings, starts the server, and stops it on SIGTERM. Every start takes the same path as one after a crash.
 *
 * <p>A start that is refused prints one message that says what to do, and exits with 1. A stop takes at most 30 s and exits
 * with 0.
 */
public final class Main {

    private static final Logger LOG = LoggerFactory.getLogger(Main.class);

    /** Standard error, for the message of a refused start, which is not a line of the log. */
    private static final PrintStream CONSOLE = System.err;

    private Main() {}

    /**
     * Without arguments starts the server; see {@code conf/godwit.yaml} for the settings. With arguments runs the command that
     * the first one names, and ends with its exit status.
     */
    public static void main(String[] args) {
        if (args.length > 0) {
            ProcessLog.setLevel("ERROR");
            Runtime.getRuntime()
                    .halt(CommandLine.ofAllCommands().run(System.getenv(), List.of(args), System.out, CONSOLE));
        }
        StandardErrorLog.capture();
        var shutdown = new ShutdownHooks();
        try {
            run(shutdown);
        } catch (Throwable refused) {
            refuse(refused, shutdown);
        }
    }

    private static void run(ShutdownHooks shutdown) {
        var started = System.nanoTime();
        var settings = Settings.read(System.getenv());
        ProcessLog.configure(settings.log());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(shutdown), "stop"));
        Server.start(settings, shutdown);
        LOG.atInfo()
                .addKeyValue("milliseconds", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started))
                .log("Godwit is ready");
    }

    private static void stop(ShutdownHooks shutdown) {
        shutdown.stop();
        // A requested stop exits with 0, also when a signal requested it.
        Runtime.getRuntime().halt(0);
    }

    private static void refuse(Throwable cause, ShutdownHooks shutdown) {
        if (shutdown.isWanted()) {
            return;
        }
        if (!(cause instanceof StartupException) && !(cause instanceof Failure)) {
            LOG.error("Godwit could not start", cause);
        }
        CONSOLE.println(cause.getMessage());
        Runtime.getRuntime().halt(1);
    }
}
