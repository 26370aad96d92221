package io.godwit.commands.doctor;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * The machine and the Java that runs on it.
 *
 * @param memoryBytes of the machine, or of the container
 * @param heapBytes that Java may use at most
 * @param openFiles that the process may have at once
 */
public record Machine(Runtime.Version java, long memoryBytes, long heapBytes, long openFiles) {

    /** Returns this one. */
    public static Machine current() {
        var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return new Machine(
                Runtime.version(),
                system.getTotalMemorySize(),
                Runtime.getRuntime().maxMemory(),
                system instanceof UnixOperatingSystemMXBean unix ? unix.getMaxFileDescriptorCount() : Long.MAX_VALUE);
    }
}
