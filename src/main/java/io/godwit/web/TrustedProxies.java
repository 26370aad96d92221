package io.godwit.web;

import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the address of the client behind trusted proxies. {@code X-Forwarded-For} is believed only as far as trusted proxies have
 * written it: read from the right, the first address that is no trusted proxy is the client's.
 */
public final class TrustedProxies {

    public static final String WARNING =
            "X-Forwarded-For arrives from a peer that is not declared in http.trusted-proxies (GODWIT_HTTP_TRUSTED_PROXIES):"
                    + " all clients behind it share one address and its limits";

    private static final Logger LOG = LoggerFactory.getLogger(TrustedProxies.class);
    private static final String FORWARDED_FOR = "x-forwarded-for";

    private final AddressRanges trusted;
    private final AtomicBoolean undeclared = new AtomicBoolean();

    /** Reads the ranges; throws an {@link IllegalArgumentException} for a text that is neither an address nor a CIDR range. */
    public TrustedProxies(List<String> ranges) {
        trusted = new AddressRanges(ranges);
    }

    public String clientOf(HttpServerRequest request) {
        var peer = request.remoteAddress().hostAddress();
        if (trusted.isEmpty() || peer == null) {
            return String.valueOf(peer);
        }
        return clientOf(peer, request.headers().getAll(FORWARDED_FOR));
    }

    /**
     * True when an undeclared peer has sent {@code X-Forwarded-For}: all of its clients share one address, and that address's
     * limits.
     */
    public boolean isUndeclared() {
        return undeclared.get();
    }

    /** Looks at a request that has come in; the first one of an undeclared proxy is logged. */
    public void check(HttpServerRequest request) {
        if (request.headers().contains(FORWARDED_FOR) && !undeclared.get()) {
            var peer = String.valueOf(request.remoteAddress().hostAddress());
            if (!trusted.contains(peer) && undeclared.compareAndSet(false, true)) {
                LOG.atWarn().addKeyValue("client", peer).log(WARNING);
            }
        }
    }

    String clientOf(String peer, List<String> forwarded) {
        var chain = String.join(",", forwarded).split(",", -1);
        var client = peer;
        for (var at = chain.length - 1; at >= 0 && trusted.contains(client); at--) {
            var next = withoutPort(chain[at].strip());
            if (!AddressRanges.isAddress(next)) {
                return client;
            }
            client = next;
        }
        return client;
    }

    private static String withoutPort(String address) {
        if (address.startsWith("[") && address.contains("]")) {
            return address.substring(1, address.indexOf(']'));
        }
        var colon = address.indexOf(':');
        return colon >= 0 && colon == address.lastIndexOf(':') ? address.substring(0, colon) : address;
    }
}
