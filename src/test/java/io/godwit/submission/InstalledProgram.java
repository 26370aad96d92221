package io.godwit.submission;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.godwit.kit.GodwitJar;
import io.godwit.kit.SystemTool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A program of the system that this machine may lack. */
record InstalledProgram(String name) {

    private static final int SECONDS = 60;

    /** Skips the test when there is no such program; {@code probe} is an option with which it does nothing. */
    static InstalledProgram of(String name, String probe) {
        assumeTrue(SystemTool.succeeds(name, probe), "There is no " + name + " on this machine");
        return new InstalledProgram(name);
    }

    GodwitJar.Ended run(Map<String, String> environment, String... arguments) {
        return run(environment, new ProcessBuilder(), List.of(arguments));
    }

    /** Runs it with the standard input that the builder names. */
    GodwitJar.Ended run(Map<String, String> environment, ProcessBuilder builder, List<String> arguments) {
        var command = new ArrayList<>(List.of(name));
        command.addAll(arguments);
        builder.command(command).environment().putAll(environment);
        try {
            return GodwitJar.run(builder, SECONDS);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
