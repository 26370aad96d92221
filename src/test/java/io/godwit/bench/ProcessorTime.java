package io.godwit.bench;

import io.godwit.kit.JarServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;

/** Returns the processor time of a jar and its PostgreSQL, by the kernel's count. */
final class ProcessorTime {

    /** The kernel tells users a hundredth of a second, whatever it counts in (proc(5), USER_HZ). */
    private static final long TICK_MILLIS = 10;

    /** Of the fields behind the name of the program: utime and stime; then cutime and cstime, those of children that have ended. */
    private static final int OWN = 11;

    private static final int OF_CHILDREN = 13;

    private ProcessorTime() {}

    static long millis(JarServer server) throws IOException {
        return jvmMillis(server) + postgresMillis(server);
    }

    static long jvmMillis(JarServer server) throws IOException {
        return ticks(server.pid(), OWN) * TICK_MILLIS;
    }

    /** Never falls: what a session has used is the first process's when it has ended. */
    static long postgresMillis(JarServer server) throws IOException {
        var first = server.postgresPid();
        var ticks = ticks(first, OWN) + ticks(first, OF_CHILDREN);
        for (var session : server.postgresProcesses()) {
            ticks += ticks(session, OWN);
        }
        return ticks * TICK_MILLIS;
    }

    private static long ticks(long pid, int field) throws IOException {
        try {
            var line = Files.readString(Path.of("/proc/" + pid + "/stat"));
            var fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
            return Arrays.stream(fields, field, field + 2)
                    .mapToLong(Long::parseLong)
                    .sum();
        } catch (NoSuchFileException ended) {
            return 0;
        }
    }
}
