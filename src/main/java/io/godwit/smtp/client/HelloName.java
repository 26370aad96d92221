package io.godwit.smtp.client;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** The name this machine gives in EHLO. */
final class HelloName {

    /** An address in brackets, where this machine does not know its name (RFC 5321 §4.1.3). */
    private static final String UNKNOWN = "[127.0.0.1]";

    private HelloName() {}

    /** Asks the system, which may ask a name server. */
    static Future<String> find(Vertx vertx) {
        return vertx.executeBlocking(HelloName::ownName, false);
    }

    private static String ownName() {
        try {
            var name = InetAddress.getLocalHost().getCanonicalHostName();
            return name.matches("[A-Za-z0-9.-]+") ? name : UNKNOWN;
        } catch (UnknownHostException unknown) {
            return UNKNOWN;
        }
    }
}
