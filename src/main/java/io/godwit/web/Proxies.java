package io.godwit.web;

import io.netty.util.NetUtil;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the client's address. {@code X-Forwarded-For} is believed only as far as trusted proxies have written it: read from
 * the right, the first address that is no trusted proxy is the client's.
 */
final class Proxies {

    static final String WARNING =
            "X-Forwarded-For arrives from a peer that is not declared in http.proxies (GODWIT_HTTP_PROXIES):"
                    + " all clients behind it share one address and its limits";

    private static final Logger LOG = LoggerFactory.getLogger(Proxies.class);
    private static final String FORWARDED_FOR = "x-forwarded-for";

    private final List<Range> trusted;
    private final AtomicBoolean undeclared = new AtomicBoolean();

    /** Fails on what is neither an address nor a CIDR range. */
    Proxies(List<String> ranges) {
        trusted = ranges.stream().map(Range::parse).toList();
    }

    String clientOf(HttpServerRequest request) {
        var peer = request.remoteAddress().hostAddress();
        if (trusted.isEmpty() || peer == null) {
            return String.valueOf(peer);
        }
        return clientOf(peer, request.headers().getAll(FORWARDED_FOR));
    }

    /** Whether a peer that is not declared has named clients it stands before: all of them share one address, and its limits. */
    boolean isUndeclared() {
        return undeclared.get();
    }

    /** Looks at a request that has come in; the first one of an undeclared proxy is logged. */
    void notice(HttpServerRequest request) {
        if (request.headers().contains(FORWARDED_FOR) && !undeclared.get()) {
            var peer = String.valueOf(request.remoteAddress().hostAddress());
            if (!isTrusted(peer) && undeclared.compareAndSet(false, true)) {
                LOG.atWarn().addKeyValue("client", peer).log(WARNING);
            }
        }
    }

    String clientOf(String peer, List<String> forwarded) {
        var chain = String.join(",", forwarded).split(",", -1);
        var client = peer;
        for (var at = chain.length - 1; at >= 0 && isTrusted(client); at--) {
            var next = withoutPort(chain[at].strip());
            if (octets(next) == null) {
                return client;
            }
            client = next;
        }
        return client;
    }

    private boolean isTrusted(String address) {
        var octets = octets(address);
        return octets != null && trusted.stream().anyMatch(range -> range.contains(octets));
    }

    private static String withoutPort(String address) {
        if (address.startsWith("[") && address.contains("]")) {
            return address.substring(1, address.indexOf(']'));
        }
        var colon = address.indexOf(':');
        return colon >= 0 && colon == address.lastIndexOf(':') ? address.substring(0, colon) : address;
    }

    /** Four or sixteen octets, an IPv4 address written as IPv6 as four; null for anything but an address. */
    private static byte @Nullable [] octets(String address) {
        var zone = address.indexOf('%');
        var octets = NetUtil.createByteArrayFromIpAddressString(zone < 0 ? address : address.substring(0, zone));
        return octets != null && isMapped(octets) ? java.util.Arrays.copyOfRange(octets, 12, 16) : octets;
    }

    private static boolean isMapped(byte[] octets) {
        if (octets.length != 16 || octets[10] != -1 || octets[11] != -1) {
            return false;
        }
        for (var i = 0; i < 10; i++) {
            if (octets[i] != 0) {
                return false;
            }
        }
        return true;
    }

    /** The addresses that share their first bits with {@code network}. */
    private record Range(byte[] network, int bits) {

        private static Range parse(String text) {
            var slash = text.indexOf('/');
            var network = octets((slash < 0 ? text : text.substring(0, slash)).strip());
            if (network == null) {
                throw new IllegalArgumentException("'" + text + "' is no address and no range of addresses");
            }
            return new Range(network, slash < 0 ? network.length * 8 : bits(text, slash, network.length * 8));
        }

        private static int bits(String text, int slash, int most) {
            try {
                var bits = Integer.parseInt(text.substring(slash + 1).strip());
                if (bits >= 0 && bits <= most) {
                    return bits;
                }
            } catch (NumberFormatException notANumber) {
                // Said below, like a number out of range.
            }
            throw new IllegalArgumentException("'" + text + "' must end in a number of bits from 0 to " + most);
        }

        private boolean contains(byte[] address) {
            if (address.length != network.length) {
                return false;
            }
            for (var bit = 0; bit < bits; bit++) {
                var mask = 0x80 >> (bit % 8);
                if ((address[bit / 8] & mask) != (network[bit / 8] & mask)) {
                    return false;
                }
            }
            return true;
        }
    }
}
