package io.godwit.dns;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/**
 * Whom to ask, and how patiently.
 *
 * @param servers recursive resolvers, asked in this order; empty: those of the operating system
 * @param tryTimeout how long one server may take to answer one question
 * @param lookupTimeout how long a look-up may take, waiting for its turn and every try included
 * @param maxInFlight questions under way at once; the others wait for their turn
 * @param zonePort where the servers of a zone's owner listen
 * @param privateZones whether those may have addresses of a private network or of this machine
 */
public record DnsSettings(
        List<InetSocketAddress> servers,
        Duration tryTimeout,
        Duration lookupTimeout,
        int maxInFlight,
        int zonePort,
        boolean privateZones) {

    private static final int DNS_PORT = 53;

    public DnsSettings {
        servers = List.copyOf(servers);
        if (maxInFlight < 1 || tryTimeout.toMillis() < 1 || lookupTimeout.toMillis() < 1) {
            throw new IllegalArgumentException("DNS time-outs and the number of questions under way must be positive");
        }
    }

    /** With the port everybody uses, and public zones only. */
    public DnsSettings(List<InetSocketAddress> servers, Duration tryTimeout, Duration lookupTimeout, int maxInFlight) {
        this(servers, tryTimeout, lookupTimeout, maxInFlight, DNS_PORT, false);
    }

    /** The same for a look-out of its own, with so many questions under way. */
    public DnsSettings withInFlight(int most) {
        return new DnsSettings(servers, tryTimeout, lookupTimeout, most, zonePort, privateZones);
    }

    /** The same with zones elsewhere than everybody has them. */
    public DnsSettings withZones(int port, boolean mayBePrivate) {
        return new DnsSettings(servers, tryTimeout, lookupTimeout, maxInFlight, port, mayBePrivate);
    }

    /**
     * What an operator sets; the rest follows from the promise that an answer about an address takes at most 5 s: a look-up
     * has 3 s, whatever {@code tryTimeout} is, and 256 questions are under way at once.
     */
    public static DnsSettings of(List<String> servers, Duration tryTimeout) {
        return new DnsSettings(
                servers.stream().map(DnsSettings::server).toList(), tryTimeout, Duration.ofSeconds(3), 256);
    }

    /** Reads {@code 192.0.2.1}, {@code 192.0.2.1:5353}, {@code ::1} or {@code [::1]:5353}; the port is 53 unless told. */
    public static InetSocketAddress server(String text) {
        var colon = text.lastIndexOf(':');
        var withPort = colon > 0 && (text.indexOf(':') == colon || text.charAt(colon - 1) == ']');
        var host = withPort ? text.substring(0, colon) : text;
        var server =
                new InetSocketAddress(unbracketed(host), withPort ? port(text, text.substring(colon + 1)) : DNS_PORT);
        if (server.isUnresolved()) {
            throw noServer(text);
        }
        return server;
    }

    private static String unbracketed(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    private static int port(String server, String digits) {
        if (!digits.matches("[0-9]{1,5}") || Integer.parseInt(digits) > 65535) {
            throw noServer(server);
        }
        return Integer.parseInt(digits);
    }

    private static IllegalArgumentException noServer(String text) {
        return new IllegalArgumentException("“" + text + "” is no DNS server; write an address or address:port");
    }
}
