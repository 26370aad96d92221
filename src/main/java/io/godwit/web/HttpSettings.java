package io.godwit.web;

import io.godwit.core.SettingsReader;
import java.net.URI;
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
 * @param largeBodyBytes how many bytes of bodies over 16 KB a node holds at once, a quarter of them of public keys;
 *     callers without a key have an eighth on top, at least 2 MB; more is a 503
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

    private static final int MAX_VALUE = Integer.MAX_VALUE;

    public HttpSettings {
        trustedProxies = ranges(trustedProxies);
    }

    /** Returns the given ranges; fails on a text that is neither an address nor a CIDR range. */
    public static List<String> ranges(List<String> named) {
        new AddressRanges(named);
        return List.copyOf(named);
    }

    public static HttpSettings read(SettingsReader reader) {
        var port = reader.number("http.port", 1, 65_535);
        var proxies = reader.list("http.trusted-proxies");
        return new HttpSettings(
                reader.required("http.host"),
                port,
                reader.url("public.url").orElse("http://localhost:" + port),
                reader.url("http.dashboard-origin"),
                reader.checked(
                        "http.trusted-proxies",
                        "addresses or ranges such as 10.0.0.0/8",
                        () -> ranges(proxies),
                        List.of()),
                reader.number("rate-limit.per-minute", 0, MAX_VALUE),
                reader.number("rate-limit.per-user", 0, MAX_VALUE),
                reader.number("rate-limit.public", 0, MAX_VALUE),
                reader.number("rate-limit.open", 0, MAX_VALUE),
                reader.number("http.max-buffered-body-bytes", 1 << 20, MAX_VALUE),
                reader.durationOrNone("http.lame-duck"),
                ConnectionSettings.read(reader),
                reader.optional("metrics.token"));
    }

    /** The host of {@link #publicUrl}, which answers links. */
    public String publicHost() {
        return publicHostName().orElse("localhost");
    }

    /** Returns the host of the public URL; empty for a URL without a host that can be read. */
    public Optional<String> publicHostName() {
        try {
            return Optional.ofNullable(URI.create(publicUrl).getHost());
        } catch (IllegalArgumentException noted) {
            return Optional.empty();
        }
    }
}
