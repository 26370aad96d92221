package io.godwit.web;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The settings of the HTTP server.
 *
 * @param publicUrl the base of links in emails and of the addresses written to the log; no trailing slash
 * @param dashboardOrigin the one foreign origin that may call with credentials
 * @param trustedProxies addresses or CIDR ranges whose {@code X-Forwarded-For} is believed
 * @param requestsPerMinute per project over all nodes; 0 = no limit
 * @param requestsPerUser per signed-in user and minute, in all projects together; 0 = no limit
 * @param publicPerMinute requests of one client address with public keys; 0 = no limit
 * @param openPerMinute requests of one client address to sign-in, sign-up and password routes; 0 = no limit
 * @param largeBodyBytes how many bytes of bodies over 16 KB a node holds at once, a quarter of them of public keys; more is a
 *     503
 * @param lameDuck the time a stopping node goes on serving after its readiness check fails
 * @param connections the limit on connections of one client
 * @param metricsToken the bearer token of {@code /metrics}; empty: it is read only from this machine, and only where
 *     {@code host} is of the loopback interface
 */
public record HttpSettings(
        String host,
        int port,
        String publicUrl,
        Optional<String> dashboardOrigin,
        List<String> trustedProxies,
        int requestsPerMinute,
        int requestsPerUser,
        int publicPerMinute,
        int openPerMinute,
        long largeBodyBytes,
        Duration lameDuck,
        ConnectionSettings connections,
        Optional<String> metricsToken) {

    public HttpSettings {
        trustedProxies = ranges(trustedProxies);
    }

    /** The same, or fails on what is neither an address nor a CIDR range. */
    public static List<String> ranges(List<String> named) {
        new AddressRanges(named);
        return List.copyOf(named);
    }
}
