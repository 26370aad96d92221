package io.godwit.bus;

import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.EndpointQualifier;
import com.hazelcast.instance.impl.DefaultNodeContext;
import com.hazelcast.instance.impl.DefaultNodeExtension;
import com.hazelcast.instance.impl.HazelcastInstanceFactory;
import com.hazelcast.instance.impl.Node;
import com.hazelcast.instance.impl.NodeExtension;
import com.hazelcast.internal.networking.ChannelInitializer;
import com.hazelcast.internal.server.ServerContext;
import com.hazelcast.nio.MemberSocketInterceptor;
import io.vertx.core.Completable;
import io.vertx.core.Vertx;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Vert.x's cluster manager on a Hazelcast whose connections are encrypted and authenticated at both ends. Hazelcast's open edition
 * has hooks for that in its network code, and no other way to fill them than a node extension.
 */
final class AuthenticatedCluster extends HazelcastClusterManager {

    /** The attribute of a member in which Vert.x looks for its own node id. */
    private static final String NODE_ID = "__vertx.nodeId";

    private final int expected;
    private final HazelcastInstance hazelcast;
    private volatile Instant since = Instant.now();
    private volatile @Nullable Long lostAt;
    private volatile int announced;
    private volatile int most;
    private @Nullable Vertx node;

    /** Blocks until this node has joined, or is the first. */
    static AuthenticatedCluster join(Config config, ClusterCertificate certificate, int expected) {
        config.getMemberAttributeConfig()
                .setAttribute(NODE_ID, UUID.randomUUID().toString());
        return new AuthenticatedCluster(
                HazelcastInstanceFactory.newHazelcastInstance(config, null, new Context(certificate)), expected);
    }

    private AuthenticatedCluster(HazelcastInstance hazelcast, int expected) {
        super(hazelcast);
        this.hazelcast = hazelcast;
        this.expected = expected;
        this.announced = hazelcast.getCluster().getMembers().size();
        this.most = announced;
        hazelcast.getCluster().addMembershipListener(new MembershipWatch());
    }

    /** The number of members the settings name, this one included; 0 when they name none. */
    int expected() {
        return expected;
    }

    /** The highest number of members there have been at once. */
    int most() {
        return most;
    }

    /** The time a member last came or went. */
    Instant since() {
        return since;
    }

    /**
     * True when a member was lost within {@code window}, or is being lost: the list of nodes is shorter before the event
     * arrives.
     */
    boolean hasLostOneWithin(Duration window) {
        var lost = lostAt;
        return (lost != null && System.nanoTime() - lost < window.toNanos())
                || getNodes().size() < announced;
    }

    /** False once this node's member has ended, for whatever reason: messages are not sent then. */
    boolean isRunning() {
        return hazelcast.getLifecycleService().isRunning();
    }

    @Override
    public void init(Vertx vertx) {
        node = vertx;
        super.init(vertx);
    }

    /** Leaves the cluster and shuts down the Hazelcast member, which Vert.x leaves to its maker. */
    @Override
    public void leave(Completable<Void> left) {
        super.leave((nothing, ignored) -> shutDown(left));
    }

    private void shutDown(Completable<Void> left) {
        if (node == null) {
            hazelcast.shutdown();
            left.succeed();
            return;
        }
        node.<Void>executeBlocking(
                        () -> {
                            hazelcast.shutdown();
                            return null;
                        },
                        false)
                .onComplete(left);
    }

    private final class MembershipWatch implements MembershipListener {

        @Override
        public void memberAdded(MembershipEvent event) {
            since = Instant.now();
            announced = event.getMembers().size();
            most = Math.max(most, announced);
        }

        @Override
        public void memberRemoved(MembershipEvent event) {
            since = Instant.now();
            lostAt = System.nanoTime();
            announced = event.getMembers().size();
        }
    }

    private static final class Context extends DefaultNodeContext {

        private final MemberTls tls;

        Context(ClusterCertificate certificate) {
            this.tls = new MemberTls(certificate);
        }

        @Override
        public NodeExtension createNodeExtension(Node node) {
            return new Extension(node, tls);
        }
    }

    private static final class Extension extends DefaultNodeExtension {

        private final MemberTls tls;

        Extension(Node node, MemberTls tls) {
            super(node);
            this.tls = tls;
        }

        @Override
        public MemberSocketInterceptor getSocketInterceptor(EndpointQualifier port) {
            return tls;
        }

        @Override
        public Function<EndpointQualifier, ChannelInitializer> createChannelInitializerFn(ServerContext server) {
            return super.createChannelInitializerFn(server).andThen(tls::encrypted);
        }
    }
}
