package io.godwit.db;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs a program of the operating system to its end. For programs that end soon by themselves. */
final class OsProcess {

    private OsProcess() {}

    /** Runs a program; returns false when it fails or does not exist. */
    static boolean succeeds(List<String> words) {
        try {
            return finish(words).status() == 0;
        } catch (IOException absent) {
            return false;
        }
    }

    static boolean succeeds(String... words) {
        return succeeds(List.of(words));
    }

    /** The output of the program, without the last line end. */
    static String output(List<String> words) throws IOException {
        return finish(words).output();
    }

    /** Runs a program; throws an exception with {@code failure} and the program's output unless it succeeds. */
    static void run(List<String> words, String failure) throws IOException {
        var ended = finish(words);
        if (ended.status() != 0) {
            throw new IOException(failure + ": " + ended.output());
        }
    }

    private static Ended finish(List<String> words) throws IOException {
        var process = new ProcessBuilder(words).redirectErrorStream(true).start();
        process.getOutputStream().close();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        return new Ended(process.onExit().join().exitValue(), output);
    }

    private record Ended(int status, String output) {}
}
