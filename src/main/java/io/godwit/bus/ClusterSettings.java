package io.godwit.bus;

import io.godwit.core.SettingsReader;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Settings by which nodes find each other.
 *
 * @param enabled off: this node is alone and opens no port
 * @param members {@code host:port} of some or all nodes, this one included or not
 * @param host the one interface on which the cluster and the event bus listen
 * @param port of the cluster
 * @param busPort of the event bus between nodes; 0 takes a free one, which the cluster tells the others
 * @param publicHost the host other nodes connect to, when it is not {@code host} (behind NAT)
 * @param kubernetesService the headless service whose addresses are the members; replaces the list
 */
public record ClusterSettings(
        boolean enabled,
        List<String> members,
        String host,
        int port,
        int busPort,
        Optional<String> publicHost,
        Optional<String> kubernetesService) {

    private static final Set<String> LOOPBACK_HOSTS = Set.of("127.0.0.1", "localhost", "::1");

    public ClusterSettings {
        members = List.copyOf(members);
    }

    /** The number of members the list names, this one included; 0 when it is empty, or a service is looked up instead. */
    int expected() {
        if (kubernetesService.isPresent() || members.isEmpty()) {
            return 0;
        }
        var own = Stream.of(host, publicHost.orElse(host))
                .flatMap(name -> Stream.of(name, name + ":" + port))
                .collect(Collectors.toSet());
        var others = members.stream().distinct().filter(member -> !own.contains(member));
        return 1 + (int) others.count();
    }

    /**
     * Settings of the cluster. Members prove by the signing key that they are of one installation, so a node that others can
     * reach needs a key they share.
     */
    public static ClusterSettings read(SettingsReader reader) {
        var enabled = reader.flag("cluster.enabled");
        var host = reader.required("cluster.host");
        if (enabled
                && !LOOPBACK_HOSTS.contains(host)
                && reader.optional("secrets.signing-key").isEmpty()) {
            reader.note(
                    "cluster.host (GODWIT_CLUSTER_HOST) is reached by other machines, whose nodes must prove that they know"
                            + " this installation's key: set GODWIT_SECRETS_SIGNING_KEY and GODWIT_SECRETS_ENCRYPTION_KEY, the same on every node");
        }
        return new ClusterSettings(
                enabled,
                reader.list("cluster.members"),
                host,
                reader.number("cluster.port", 1, 65_535),
                reader.number("cluster.bus-port", 0, 65_535),
                reader.optional("cluster.advertised-host"),
                reader.optional("cluster.kubernetes"));
    }
}
