package io.godwit.delivery.tls;

import io.godwit.core.EmailAddress;
import io.godwit.core.SettingsReader;
import io.godwit.dns.AllowedAddresses;
import io.godwit.dns.DnsSettings;
import io.godwit.web.HttpSettings;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The encryption of sessions with mail hosts, and the reports about it.
 *
 * @param mtaSts whether MTA-STS policies are looked up
 * @param resolver the validating resolver of this machine; empty: DANE is off
 * @param authorities a PEM file of certificate authorities besides Java's
 * @param allowed addresses that policies are fetched from and reports sent to although they are not public
 * @param port of the web servers that have policies
 */
public record TlsSettings(
        boolean mtaSts,
        Optional<InetSocketAddress> resolver,
        Optional<Path> authorities,
        AllowedAddresses allowed,
        int port,
        ReportSettings reports) {

    /**
     * The reports about sessions (RFC 8460).
     *
     * @param sent whether reports are sent to domains that ask for them
     * @param organization our name in them
     * @param spread the time after midnight (UTC) in which they are sent, each at a random moment
     * @param received the address at which reports of others arrive; empty: none is accepted
     */
    public record ReportSettings(boolean sent, String organization, Duration spread, Optional<EmailAddress> received) {}

    public static TlsSettings read(SettingsReader reader, HttpSettings http) {
        return new TlsSettings(
                reader.flag("delivery.tls.mta-sts"),
                resolver(reader),
                authorities(reader),
                reader.checked(
                        "delivery.tls.allow",
                        "ranges of addresses such as 10.0.0.0/8",
                        () -> AllowedAddresses.of(reader.list("delivery.tls.allow")),
                        AllowedAddresses.of(List.of())),
                reader.number("delivery.tls.port", 1, 65_535),
                new ReportSettings(
                        reader.flag("delivery.tls.reports.send"),
                        reader.optional("delivery.tls.reports.organization")
                                .or(http::publicHostName)
                                .orElse("Godwit"),
                        reader.durationOrNone("delivery.tls.reports.spread"),
                        received(reader)));
    }

    /** Reads the resolver, which must be on this machine: on the way from another one answers can be forged (RFC 7672 §2.1). */
    private static Optional<InetSocketAddress> resolver(SettingsReader reader) {
        return reader.optional("delivery.tls.resolver")
                .flatMap(text -> reader.checked(
                        "delivery.tls.resolver",
                        "an address of this machine such as 127.0.0.1 or 127.0.0.1:5353, where a validating resolver listens",
                        () -> Optional.of(loopback(text)),
                        Optional.empty()));
    }

    private static InetSocketAddress loopback(String text) {
        var server = DnsSettings.server(text);
        if (!server.getAddress().isLoopbackAddress()) {
            throw new IllegalArgumentException("The resolver is on another machine");
        }
        return server;
    }

    private static Optional<Path> authorities(SettingsReader reader) {
        var file = reader.optional("delivery.tls.authorities").map(Path::of);
        if (file.filter(path -> !Files.isReadable(path)).isPresent()) {
            reader.mistake("delivery.tls.authorities", "a file with certificates in PEM form");
        }
        return file;
    }

    private static Optional<EmailAddress> received(SettingsReader reader) {
        var text = reader.optional("delivery.tls.reports.receive");
        var address = text.flatMap(EmailAddress::parse);
        if (text.isPresent() && address.isEmpty()) {
            reader.mistake("delivery.tls.reports.receive", "an email address");
        }
        return address;
    }
}
