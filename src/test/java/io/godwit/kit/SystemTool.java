package io.godwit.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Programs of the system that a fault needs and that may be missing, or forbidden to us. */
public final class SystemTool {

    private SystemTool() {}

    /** Returns whether it ends with status 0; false when there is no such program. */
    public static boolean succeeds(String... command) {
        try {
            return start(List.of(command)).waitFor() == 0;
        } catch (UncheckedIOException missing) {
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    /** Fails unless it ends with status 0. */
    public static void run(String... command) {
        if (!succeeds(command)) {
            throw new IllegalStateException(String.join(" ", command) + " failed");
        }
    }

    /** Runs the program and drops its output. Fails when there is no such program. */
    public static Process start(List<String> command) {
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }
}
