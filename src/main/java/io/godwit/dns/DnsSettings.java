package io.godwit.dns;

import io.godwit.core.SettingsReader;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/**
 * The resolvers and timeouts of look-ups.
 *
 * @param servers recursive resolvers, asked in this order; empty: those of the operating system
 * @param tryTimeout the timeout of one server for one question
 * @param lookupTimeout the timeout of a look-up, including the wait for its start and every attempt
 * @param maxInFlight the most questions in progress at once; further ones wait in a queue
 * @param zonePort the port of authoritative name servers
 * @param privateZones true: those may have addresses of a private network or of this machine
 * @param validating true: the servers are asked to validate their answers (DO, RFC 3225)
 */
public record DnsSettings(
        List<InetSocketAddress> servers,
        Duration tryTimeout,
        Duration lookupTimeout,
        int maxInFlight,
        int zonePort,
        boolean privateZones,
        boolean validating) {

    private static final int DNS_PORT = 53;

    public DnsSettings {
        servers = List.copyOf(servers);
        if (maxInFlight < 1 || tryTimeout.toMillis() < 1 || lookupTimeout.toMillis() < 1) {
            throw new IllegalArgumentException("DNS time-outs and the number of questions under way must be positive");
        }
    }

    /** The settings with port 53 and public zones only. */
    public DnsSettings(List<InetSocketAddress> servers, Duration tryTimeout, Duration lookupTimeout, int maxInFlight) {
        this(servers, tryTimeout, lookupTimeout, maxInFlight, DNS_PORT, false, false);
    }

    /** A copy with another limit of questions in progress. */
    public DnsSettings withInFlight(int max) {
        return new DnsSettings(servers, tryTimeout, lookupTimeout, max, zonePort, privateZones, validating);
    }

    /** A copy with another port of authoritative servers. */
    public DnsSettings withZones(int port, boolean mayBePrivate) {
        return new DnsSettings(servers, tryTimeout, lookupTimeout, maxInFlight, port, mayBePrivate, validating);
    }

    /** A copy that asks one resolver. */
    public DnsSettings withServer(InetSocketAddress resolver) {
        return new DnsSettings(
                List.of(resolver), tryTimeout, lookupTimeout, maxInFlight, zonePort, privateZones, validating);
    }

    /** A copy that asks one resolver, which validates its answers. */
    public DnsSettings validatedBy(InetSocketAddress resolver) {
        return new DnsSettings(List.of(resolver), tryTimeout, lookupTimeout, maxInFlight, zonePort, privateZones, true);
    }

    /**
     * The settings of an operator; the rest follows from the promise that an answer about an address takes at most 5 s: a
     * look-up has 3 s, whatever {@code tryTimeout} is, and 256 questions are in progress at most.
     */
    public static DnsSettings of(List<String> servers, Duration tryTimeout) {
        return new DnsSettings(
                servers.stream().map(DnsSettings::server).toList(), tryTimeout, Duration.ofSeconds(3), 256);
    }

    /** Parses {@code 192.0.2.1}, {@code 192.0.2.1:5353}, {@code ::1} or {@code [::1]:5353}; the default port is 53. */
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

    public static DnsSettings read(SettingsReader reader) {
        var timeout = reader.duration("dns.timeout");
        return reader.checked(
                        "dns.servers",
                        "addresses, each with or without :port",
                        () -> of(reader.list("dns.servers"), timeout),
                        of(List.of(), timeout))
                .withZones(reader.number("dns.port", 1, 65_535), reader.flag("dns.private"));
    }
}
