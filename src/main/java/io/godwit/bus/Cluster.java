package io.godwit.bus;

import com.hazelcast.config.Config;
import com.hazelcast.config.JavaSerializationFilterConfig;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.MultiMapConfig;
import com.hazelcast.config.SocketInterceptorConfig;
import io.godwit.core.Crypto;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxBuilder;
import io.vertx.core.VertxOptions;
import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.core.http.ClientAuth;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * Makes the node's Vertx, alone or joined to its cluster. Members are named in the settings or looked up in one Kubernetes
 * service: no multicast, nothing is detected from the environment, and nothing is sent to the outside. Only nodes with the
 * installation's signing key are admitted: the cluster's name, each connection of a member and each connection of the bus depend
 * on it. Hazelcast reads no configuration file, because one could open again what is closed here.
 */
public final class Cluster {

    /** A silent connection between event buses counts as dead after twice this time. */
    private static final Duration PING = Duration.ofSeconds(5);

    private static final Map<String, String> PROPERTIES = Map.ofEntries(
            Map.entry("hazelcast.logging.type", "slf4j"),
            Map.entry("hazelcast.phone.home.enabled", "false"),
            Map.entry("hazelcast.health.monitoring.level", "OFF"),
            // A property of the JVM would turn these on where none is given here.
            Map.entry("hazelcast.diagnostics.enabled", "false"),
            Map.entry("hazelcast.jmx", "false"),
            // The server leaves the cluster itself, after it has drained.
            Map.entry("hazelcast.shutdownhook.enabled", "false"),
            Map.entry("hazelcast.shutdownhook.policy", "GRACEFUL"),
            Map.entry("hazelcast.graceful.shutdown.max.wait", "5"),
            // Binds to the configured interface only, not to 0.0.0.0.
            Map.entry("hazelcast.socket.bind.any", "false"),
            Map.entry("hazelcast.socket.server.bind.any", "false"),
            // A silent member is gone after 12 s; the default is a minute.
            Map.entry("hazelcast.heartbeat.interval.seconds", "2"),
            Map.entry("hazelcast.max.no.heartbeat.seconds", "12"),
            // Nodes that were started at once, or split, find each other soon; the default is five minutes.
            Map.entry("hazelcast.wait.seconds.before.join", "1"),
            Map.entry("hazelcast.merge.first.run.delay.seconds", "10"),
            Map.entry("hazelcast.merge.next.run.delay.seconds", "10"),
            Map.entry("hazelcast.operation.call.timeout.millis", "15000"));

    /** Packages of the Java-serialised objects that may be read: errors and the values of Vert.x's maps. */
    private static final String[] READABLE = {
        "java.lang",
        "java.util",
        "java.util.concurrent",
        "java.io",
        "com.hazelcast.core",
        "com.hazelcast.internal.partition",
        "com.hazelcast.spi.exception",
        "io.vertx.spi.cluster.hazelcast.impl"
    };

    /** Arrays of classes in these packages, as in an error's stack trace. */
    private static final String[] READABLE_ARRAYS = {"[Ljava.lang.", "[Ljava.util."};

    private Cluster() {}

    /**
     * Completes with the node's Vertx when it has joined; fails when the port or the interface is not available. Blocks while it
     * joins.
     */
    public static Future<Vertx> start(
            VertxBuilder builder, VertxOptions options, ClusterSettings settings, Crypto crypto) {
        if (!settings.enabled()) {
            return Future.succeededFuture(builder.with(options).build());
        }
        var key = new ClusterKey(crypto);
        var certificate = ClusterCertificate.of(key);
        return builder.with(options.setEventBusOptions(busOf(settings, certificate)))
                .withClusterManager(
                        AuthenticatedCluster.join(configOf(settings, key), certificate, settings.expected()))
                .buildClustered()
                .onSuccess(Cluster::closeToClasses);
    }

    /** Forbids Java serialisation on the bus: messages are records as JSON, and nothing on the wire may name a class. */
    private static void closeToClasses(Vertx vertx) {
        vertx.eventBus().serializableChecker(ignored -> false).clusterSerializableChecker(ignored -> false);
    }

    /**
     * Options of the event bus: both ends of a connection present the certificate; TLS 1.3 keeps others from reading, changing
     * and repeating messages.
     */
    private static EventBusOptions busOf(ClusterSettings settings, ClusterCertificate certificate) {
        var options = new EventBusOptions()
                .setSsl(true)
                .setEnabledSecureTransportProtocols(Set.of(ClusterCertificate.PROTOCOL))
                .setKeyCertOptions(certificate.shown())
                .setTrustOptions(certificate.trusted())
                .setTrustAll(false)
                .setClientAuth(ClientAuth.REQUIRED)
                .setHost(settings.host())
                .setPort(settings.busPort())
                .setClusterPingInterval(PING.toMillis())
                .setClusterPingReplyInterval(PING.toMillis());
        settings.publicHost().ifPresent(options::setClusterPublicHost);
        return options;
    }

    private static Config configOf(ClusterSettings settings, ClusterKey key) {
        var config = new Config().setClusterName(key.clusterName());
        PROPERTIES.forEach(config::setProperty);
        config.getMetricsConfig().setEnabled(false);
        // The map in which the cluster manager keeps its listeners: an address has a set of nodes.
        config.addMultiMapConfig(
                new MultiMapConfig("__vertx.subs").setValueCollectionType(MultiMapConfig.ValueCollectionType.SET));
        close(config);
        listen(config, settings);
        join(config.getNetworkConfig().getJoin(), settings);
        return config;
    }

    /**
     * Turns off scripts, the console and data for a management center, and restricts the classes that may be read from a stream.
     */
    private static void close(Config config) {
        config.getManagementCenterConfig()
                .setScriptingEnabled(false)
                .setConsoleEnabled(false)
                .setDataAccessEnabled(false);
        config.getNetworkConfig().setSocketInterceptorConfig(new SocketInterceptorConfig().setEnabled(true));
        var filter = new JavaSerializationFilterConfig().setDefaultsDisabled(true);
        filter.getWhitelist().addPackages(READABLE).addPrefixes(READABLE_ARRAYS);
        config.getSerializationConfig().setJavaSerializationFilterConfig(filter);
    }

    private static void listen(Config config, ClusterSettings settings) {
        var network = config.getNetworkConfig().setPort(settings.port()).setPortAutoIncrement(false);
        network.getInterfaces().setEnabled(true).addInterface(numeric(settings.host()));
        settings.publicHost().ifPresent(host -> network.setPublicAddress(host + ":" + settings.port()));
    }

    private static void join(JoinConfig join, ClusterSettings settings) {
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        join.getTcpIpConfig().setEnabled(settings.kubernetesService().isEmpty()).setMembers(settings.members());
        settings.kubernetesService().ifPresent(service -> join.getKubernetesConfig()
                .setEnabled(true)
                .setProperty("service-dns", service)
                .setProperty("service-port", String.valueOf(settings.port())));
    }

    private static String numeric(String host) {
        try {
            return InetAddress.getByName(host).getHostAddress();
        } catch (UnknownHostException unknown) {
            throw new IllegalArgumentException("cluster.host names no address of this machine: " + host, unknown);
        }
    }
}
