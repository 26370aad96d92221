package io.godwit.kit.nodes;

import io.godwit.kit.smtp.SmtpSink;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Settings of jars that share a database: the same secrets, a demo, no rate limit, cheap passwords. */
public final class NodeSettings {

    private NodeSettings() {}

    /** For a node of its own. */
    public static Map<String, String> on(String databaseUrl, SmtpSink sink) {
        return Map.of(
                "GODWIT_DATABASE_URL",
                databaseUrl,
                "GODWIT_SECRETS_SIGNING_KEY",
                "01".repeat(32),
                "GODWIT_SECRETS_ENCRYPTION_KEY",
                "02".repeat(32),
                "GODWIT_DEMO_ENABLED",
                "true",
                "GODWIT_RATE_LIMIT_PER_MINUTE",
                "0",
                "GODWIT_ACCOUNTS_PASSWORD_MEMORY",
                "64",
                "GODWIT_MAIL_HOST",
                sink.host(),
                "GODWIT_MAIL_PORT",
                Integer.toString(sink.port()),
                "GODWIT_MAIL_TLS",
                "none");
    }

    /** The settings of the node with that number of a cluster with a port for each member. */
    public static Map<String, String> clustered(List<Integer> ports, int node) {
        return Map.of(
                "GODWIT_CLUSTER_ENABLED",
                "true",
                "GODWIT_CLUSTER_PORT",
                ports.get(node).toString(),
                "GODWIT_CLUSTER_MEMBERS",
                IntStream.range(0, ports.size())
                        .filter(other -> other != node)
                        .mapToObj(other -> "127.0.0.1:" + ports.get(other))
                        .collect(Collectors.joining(",")));
    }

    @SafeVarargs
    public static Map<String, String> all(Map<String, String>... parts) {
        var all = new HashMap<String, String>();
        for (var part : parts) {
            all.putAll(part);
        }
        return all;
    }
}
