package io.godwit.commands.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the process that listens at a TCP port, from {@code /proc} of Linux (proc_net(5)). */
final class ListeningProcess {

    /** The state of a socket that listens. */
    private static final String LISTENING = "0A";

    private static final int LOCAL_ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;

    private ListeningProcess() {}

    /** Returns the process; empty on another system, and for a process of another user, whose files only root sees. Blocks. */
    static Optional<ProcessHandle> of(int port) {
        var sockets = Stream.of("/proc/net/tcp", "/proc/net/tcp6")
                .flatMap(table -> sockets(Path.of(table), port))
                .collect(Collectors.toSet());
        return sockets.isEmpty()
                ? Optional.empty()
                : ProcessHandle.allProcesses()
                        .filter(process -> hasSocket(process, sockets))
                        .findFirst();
    }

    /** The sockets that listen at the port, as the links of open files name them. */
    private static Stream<String> sockets(Path table, int port) {
        var end = String.format(Locale.ROOT, ":%04X", port);
        try {
            return Files.readAllLines(table).stream()
                    .map(line -> line.strip().split("\\s+"))
                    .filter(fields -> fields.length > INODE
                            && fields[LOCAL_ADDRESS].endsWith(end)
                            && fields[STATE].equals(LISTENING))
                    .map(fields -> "socket:[" + fields[INODE] + "]");
        } catch (IOException otherSystem) {
            return Stream.empty();
        }
    }

    private static boolean hasSocket(ProcessHandle process, Set<String> sockets) {
        try (var files = Files.list(Path.of("/proc", String.valueOf(process.pid()), "fd"))) {
            return files.anyMatch(file -> sockets.contains(target(file)));
        } catch (IOException foreign) {
            return false;
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException closed) {
            return "";
        }
    }
}
