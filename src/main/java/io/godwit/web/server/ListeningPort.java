package io.godwit.web.server;

import io.godwit.core.StartupException;
import io.godwit.web.HttpSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Checks that the HTTP port can be listened on. */
public final class ListeningPort {

    private ListeningPort() {}

    /** Throws an exception with a sentence when the port cannot be had, before a start has done anything that takes long. Blocks. */
    public static void requireFree(HttpSettings settings) {
        try (var socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(settings.host(), settings.port()));
        } catch (IOException portInUse) {
            throw refusal(settings, portInUse);
        }
    }

    static StartupException refusal(HttpSettings settings, Throwable cause) {
        return new StartupException("Godwit cannot listen on " + settings.host() + ":" + settings.port() + " ("
                + cause.getMessage() + "): stop what listens there, or choose another place with GODWIT_HTTP_HOST and"
                + " GODWIT_HTTP_PORT");
    }
}
