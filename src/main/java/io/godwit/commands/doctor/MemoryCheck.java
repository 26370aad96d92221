package io.godwit.commands.doctor;

import io.godwit.delivery.check.CheckResult;
import io.godwit.delivery.check.CheckResult.Check;
import java.util.List;

/**
 * Compares the memory of the machine with what Godwit uses. The heap is that of this process, so the command has to be run with
 * the options of Java that the server has.
 *
 * @param embedded whether PostgreSQL runs beside the server
 */
record MemoryCheck(Machine machine, boolean embedded) implements BlockingCheck {

    /** Below it a node has no room for a few large requests at once. */
    private static final long SMALL_HEAP = 256L << 20;

    /** Memory of a JVM besides the heap: code, threads, buffers of sockets. */
    private static final long BESIDE_THE_HEAP = 200L << 20;

    /** The 128 MB of shared buffers of the embedded PostgreSQL, and its processes: 45 of up to 4 MB each. */
    private static final long POSTGRES = 300L << 20;

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public List<String> settingPrefixes() {
        return List.of();
    }

    @Override
    public List<CheckResult> results() {
        var check = new Check(name(), "");
        var needed = machine.heapBytes() + BESIDE_THE_HEAP + (embedded ? POSTGRES : 0);
        var found = "The heap may grow to " + megabytes(machine.heapBytes()) + ", and the machine has "
                + megabytes(machine.memoryBytes());
        if (machine.heapBytes() >= machine.memoryBytes()) {
            return List.of(check.failed(
                    found,
                    "Give Java less, as in java -XX:MaxRAMPercentage=60 -jar godwit.jar: the system would end it."));
        }
        if (needed > machine.memoryBytes()) {
            return List.of(check.warning(
                    found + ", which leaves too little for "
                            + (embedded ? "PostgreSQL and the rest of Java" : "the rest of Java"),
                    "Give Java less, as in java -XX:MaxRAMPercentage=60 -jar godwit.jar."));
        }
        return List.of(
                machine.heapBytes() < SMALL_HEAP
                        ? check.warning(found, "Give Java 512 MB or more, as in java -Xmx512m -jar godwit.jar.")
                        : check.ok(found));
    }

    private static String megabytes(long bytes) {
        return (bytes >> 20) + " MB";
    }
}
