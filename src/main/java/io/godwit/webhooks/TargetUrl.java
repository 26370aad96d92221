package io.godwit.webhooks;

import java.net.InetAddress;
import java.util.Optional;

/**
 * The target of a call: a URL in parts, normalised.
 *
 * @param host a name in lower case and ASCII without a final dot, or an address
 * @param literal the address, when the host is one
 * @param path with the query, beginning with a slash, in ASCII
 */
record TargetUrl(boolean tls, String host, Optional<InetAddress> literal, int port, String path) {

    /** The host and port, as an operator would write them. */
    String place() {
        return bracketed() + ":" + port;
    }

    String origin() {
        return (tls ? "https://" : "http://") + place();
    }

    /** The URL without its query. */
    String endpoint() {
        var query = path.indexOf('?');
        return origin() + (query < 0 ? path : path.substring(0, query));
    }

    /** The value of the Host header: the port only if it is not the scheme's own (RFC 9110 §7.2). */
    String authority() {
        return port == (tls ? 443 : 80) ? bracketed() : place();
    }

    private String bracketed() {
        return host.indexOf(':') < 0 ? host : "[" + host + "]";
    }
}
