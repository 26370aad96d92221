package io.godwit.delivery;

import io.godwit.core.SettingsReader;
import io.godwit.delivery.egress.EgressSource;
import io.godwit.delivery.shaping.ShapingRules;
import io.godwit.dns.AllowedAddresses;
import java.time.Duration;
import java.util.List;

/**
 * The settings of delivery to mail hosts without a relay.
 *
 * @param mode of email for which no operator chose another
 * @param port of mail hosts; another one than 25 is for tests
 * @param allowed mail hosts that are connected to although their address is not public
 * @param sources those of this node; empty: one whose address the system chooses
 * @param pools the egress pools of email for which no operator chose others, in the order in which they are used; at least one
 * @param connections max emails in flight at once
 * @param rules of traffic shaping
 * @param lease the time after which another node may take over a source of a node that has crashed
 */
public record DirectSettings(
        Mode mode,
        int port,
        AllowedAddresses allowed,
        List<EgressSource> sources,
        List<String> pools,
        int connections,
        ShapingRules rules,
        Duration lease) {

    /** The ways email leaves. */
    public enum Mode {
        /** By the mail server of the settings. */
        RELAY,
        /** Straight to the mail hosts of the recipient's domain. */
        DIRECT
    }

    public DirectSettings {
        sources = List.copyOf(sources);
        pools = pools.isEmpty() ? List.of(EgressSource.DEFAULT_POOL) : List.copyOf(pools);
    }

    /** Returns whether the source of this name is new to the world. */
    public boolean warmsUp(String source) {
        return sources.stream().anyMatch(one -> one.name().equals(source) && one.warmUp());
    }

    public static DirectSettings read(SettingsReader reader) {
        return new DirectSettings(
                reader.choice("mail.mode", Mode.class),
                reader.number("mail.direct.port", 1, 65_535),
                reader.checked(
                        "mail.direct.allow",
                        "addresses or ranges such as 10.0.0.0/8",
                        () -> AllowedAddresses.of(reader.list("mail.direct.allow")),
                        AllowedAddresses.of(List.of())),
                reader.checked(
                        "mail.direct.sources",
                        "addresses, each with a greeting name and a pool: 192.0.2.1 mail.example.com marketing",
                        () -> reader.list("mail.direct.sources").stream()
                                .map(EgressSource::of)
                                .toList(),
                        List.of()),
                reader.list("mail.direct.pools"),
                reader.number("mail.direct.connections", 1, 10_000),
                ShapingRules.read(reader),
                reader.duration("mail.direct.lease"));
    }
}
