package io.godwit.kit.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;

/** Ports of the loopback interface. */
public final class FreePorts {

    /** Below those the operating system hands out for connections, which could take a port between our look and its use. */
    private static final int FIRST = 15_000;

    private static final int LAST = 32_000;
    private static final int TRIES = 100;

    /** A port is reserved by a lock on the byte of its number, which the operating system drops when the test process ends. */
    private static final FileChannel RESERVATIONS = open();

    private FreePorts() {}

    /**
     * Reserves a port that nobody listens on for the rest of this process: no other test process on this machine, of this
     * clone or another, is given it in the meantime.
     */
    public static int free() {
        for (var left = TRIES; left > 0; left--) {
            var port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            if (reserve(port) && isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("No free port after " + TRIES + " tries.");
    }

    static boolean reserve(int port) {
        try {
            return RESERVATIONS.tryLock(port, 1, false) != null;
        } catch (OverlappingFileLockException own) {
            return false;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static boolean isFree(int port) {
        try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }

    /** One file for each account: another one's might not be ours to write. */
    private static FileChannel open() {
        var name = "godwit-test-ports-" + System.getProperty("user.name");
        try {
            return FileChannel.open(
                    Path.of(System.getProperty("java.io.tmpdir"), name),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
