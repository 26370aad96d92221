package io.godwit.kit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Ports of the loopback interface. */
public final class Ports {

    /** Below those the operating system hands out for connections, which could take a port between our look and its use. */
    private static final int FIRST = 15_000;

    private static final int LAST = 32_000;
    private static final int TRIES = 100;

    private Ports() {}

    /** One that nobody listens on at this moment; drawn by lot, so that tests beside each other draw different ones. */
    public static int free() {
        for (var left = TRIES; left > 0; left--) {
            var port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("No free port after " + TRIES + " tries.");
    }

    private static boolean isFree(int port) {
        try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
