package io.godwit.kit;

import io.godwit.db.TestDatabase;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The fat jar as a command. It is the one the system property {@code godwit.jar} names; Maven sets it for tests after packaging. */
public final class GodwitJar {

    /** {@code JAVA_TOOL_OPTIONS} of a jar that lives for seconds, where it cannot read the archive of {@link #shortLived}. */
    public static final String SHORT_LIVED = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

    private GodwitJar() {}

    /**
     * {@code JAVA_TOOL_OPTIONS} of a jar that lives for seconds: no second compiler, one thread to collect, and classes from an
     * archive. What a newcomer's Java does is measured without.
     */
    public static String shortLived() {
        return ClassArchive.of(path())
                .map(archive -> SHORT_LIVED + " -XX:SharedArchiveFile=" + archive + " -Xlog:cds*=off")
                .orElse(SHORT_LIVED);
    }

    /**
     * Runs {@code java -jar} and appends what it prints, also as errors, to the file.
     *
     * @param before what stands before {@code java}, such as a command that gives up root
     * @param environment in place of every {@code GODWIT_} name of our own
     */
    public static Process launch(
            Path jar, Path directory, List<String> before, Map<String, String> environment, File output)
            throws IOException {
        var command = new ArrayList<>(before);
        command.addAll(List.of(java().toString(), "-Xmx768m", "-jar", jar.toString()));
        var builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.startsWith("GODWIT_"));
        builder.environment().putAll(environment);
        return builder.directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output))
                .start();
    }

    /** The result of a process: its exit status, and what it printed. */
    public record Ended(int status, String output) {}

    /** Runs a command that ends by itself; fails when it has not after that many seconds. */
    public static Ended run(ProcessBuilder command, int seconds) throws IOException, InterruptedException {
        var output = Files.createTempFile("godwit-output-", ".txt");
        var process = command.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        return ended(process, output, seconds);
    }

    /** The same for the jar that is expected to refuse its start. */
    public static Ended refused(Path directory, Map<String, String> environment)
            throws IOException, InterruptedException {
        var output = Files.createTempFile("godwit-output-", ".txt");
        return ended(launch(path(), directory, List.of(), environment, output.toFile()), output, 60);
    }

    private static Ended ended(Process process, Path output, int seconds) throws IOException, InterruptedException {
        var inTime = process.waitFor(seconds, TimeUnit.SECONDS);
        process.destroyForcibly().waitFor();
        var text = Files.readString(output);
        Files.delete(output);
        if (!inTime) {
            throw new AssertionError("It has not ended after " + seconds + " s; it printed\n" + text);
        }
        return new Ended(process.exitValue(), text);
    }

    /** Leaves PostgreSQL's programs in a data directory, as an earlier start would have. */
    public static void unpackPostgres(Path dataDirectory) {
        var programs = TestDatabase.programs();
        TestDirectories.link(programs, dataDirectory.resolve(programs.getFileName()));
    }

    public static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    public static Path path() {
        var name = System.getProperty("godwit.jar");
        if (name == null || !Files.exists(Path.of(name))) {
            throw new IllegalStateException("The system property godwit.jar does not name a jar: run mvn verify");
        }
        return Path.of(name).toAbsolutePath();
    }
}
