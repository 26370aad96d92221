package io.godwit.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Returns how much memory another process holds; of a JVM by its own tools. */
public final class ProcessMemory {

    private static final double MB = 1024 * 1024;

    private ProcessMemory() {}

    /** Runs a full collection there and answers what is still reachable, in MB: the last line of the class histogram. */
    static double heapAfterCollection(long pid) throws IOException, InterruptedException {
        var lines = jcmd(pid, "GC.class_histogram").strip().lines().toList();
        var total = lines.get(lines.size() - 1).strip().split("\\s+", -1);
        return Long.parseLong(total[2]) / MB;
    }

    /** Resident memory in MB. */
    static double resident(long pid) throws IOException {
        return field(pid, "status", "VmRSS:");
    }

    /** Resident memory in MB that belongs to no file, such as the program, and that it shares with nobody. */
    public static double anonymous(long pid) throws IOException {
        return field(pid, "status", "RssAnon:");
    }

    /** Proportional set size in MB: of a page that several processes share, each has its part. */
    static double proportional(long pid) throws IOException {
        return field(pid, "smaps_rollup", "Pss:");
    }

    private static double field(long pid, String file, String name) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + pid, file)).stream()
                .filter(line -> line.startsWith(name))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")) / 1024)
                .findFirst()
                .orElse(Double.NaN);
    }

    private static String jcmd(long pid, String command) throws IOException, InterruptedException {
        var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        var process = new ProcessBuilder(jcmd, Long.toString(pid), command)
                .redirectErrorStream(true)
                .start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("jcmd " + command + " failed: " + output);
        }
        return output;
    }
}
