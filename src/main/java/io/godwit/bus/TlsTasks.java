package io.godwit.bus;

import javax.net.ssl.SSLEngine;

/** Runs the computations that an engine leaves to its caller. */
final class TlsTasks {

    private TlsTasks() {}

    /** Blocks for the time of the computations, some milliseconds of a handshake. */
    static void run(SSLEngine engine) {
        for (var task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
    }
}
