package io.godwit.delivery.check;

import io.godwit.core.SettingsReader;
import io.godwit.delivery.DirectSettings;
import io.godwit.delivery.egress.EgressSource;
import io.godwit.web.HttpSettings;
import io.netty.util.NetUtil;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The settings of the delivery check.
 *
 * @param target the domain whose mail servers are connected to
 * @param port of mail servers; 25, but for tests
 * @param sources the egress sources of this node; none: email leaves from this machine as the next two say
 * @param name the EHLO name; empty: this machine's
 * @param addresses the addresses that emails are sent from; none: those of the EHLO name
 * @param lists the DNS block lists that are asked about them
 * @param timeServer host and port of an NTP server; empty: the clock is not checked
 * @param returnPath the host of return paths; empty: senders' own
 * @param ed25519 whether mail is signed with Ed25519 keys too
 * @param bounceLabel precedes a domain in the host of its return paths
 * @param ownPorts those of our own SMTP servers
 * @param authorities a PEM file of certificate authorities besides Java's
 */
public record DeliveryCheckSettings(
        String target,
        int port,
        List<EgressSource> sources,
        Optional<String> name,
        List<String> addresses,
        List<String> lists,
        Optional<String> timeServer,
        Optional<String> returnPath,
        boolean ed25519,
        String bounceLabel,
        List<OwnPort> ownPorts,
        Optional<Path> authorities) {

    public DeliveryCheckSettings {
        sources = List.copyOf(sources);
        addresses = List.copyOf(addresses);
        lists = List.copyOf(lists);
        ownPorts = List.copyOf(ownPorts);
    }

    public static DeliveryCheckSettings read(SettingsReader reader, DirectSettings direct, HttpSettings http) {
        var addresses = reader.list("mail.check.addresses");
        if (!addresses.stream().allMatch(DeliveryCheckSettings::isAddress)) {
            reader.mistake("mail.check.addresses", "IP addresses, separated by commas");
        }
        return new DeliveryCheckSettings(
                reader.required("mail.check.target"),
                reader.number("mail.check.port", 1, 65_535),
                direct.sources(),
                reader.optional("mail.check.name"),
                addresses,
                reader.list("mail.check.lists"),
                reader.optional("mail.check.time"),
                reader.optional("inbound.return-path"),
                reader.flag("domains.ed25519"),
                reader.required("domains.return-path-label"),
                ownPorts(reader, http),
                reader.optional("delivery.tls.authorities").map(Path::of));
    }

    private static List<OwnPort> ownPorts(SettingsReader reader, HttpSettings http) {
        var ports = new ArrayList<OwnPort>();
        ports.add(new OwnPort(
                OwnPort.Service.RECEIVING,
                reader.required("inbound.smtp.host"),
                reader.number("inbound.smtp.port", 0, 65_535),
                reader.optional("inbound.smtp.name")
                        .or(() -> reader.optional("domains.mx"))
                        .orElseGet(http::publicHost),
                false));
        var name = reader.optional("submission.name").orElseGet(http::publicHost);
        var host = reader.required("submission.host");
        ports.add(new OwnPort(
                OwnPort.Service.SUBMISSION, host, reader.number("submission.port", 0, 65_535), name, false));
        ports.add(new OwnPort(
                OwnPort.Service.SUBMISSION, host, reader.number("submission.tls-port", 0, 65_535), name, true));
        ports.removeIf(port -> port.port() == 0);
        return ports;
    }

    /** Returns whether a server of ours receives mail from other mail systems. */
    boolean receivesMail() {
        return ownPorts.stream().anyMatch(port -> port.service() == OwnPort.Service.RECEIVING);
    }

    private static boolean isAddress(String text) {
        return NetUtil.isValidIpV4Address(text) || NetUtil.isValidIpV6Address(text);
    }
}
