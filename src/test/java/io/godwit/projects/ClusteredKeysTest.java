package io.godwit.projects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.bus.Bus;
import io.godwit.core.Crypto;
import io.godwit.core.Tenant;
import io.godwit.core.Tenant.Caller;
import io.godwit.db.TestDatabase;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.nodes.ClusteredVertxNodes;
import io.godwit.projects.ProjectService.Created;
import io.godwit.projects.audit.Actor;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@CloseFields
class ClusteredKeysTest {

    private static final Actor KEY = new Actor(Optional.empty(), Caller.SECRET_KEY);

    private static ClusteredVertxNodes nodes;
    private static TestDatabase db;
    private static Bus bus;
    private static Bus otherBus;
    private ProjectService here;
    private ProjectService there;
    private Created project;

    @BeforeAll
    static void join() {
        nodes = ClusteredVertxNodes.start(2);
        db = TestDatabase.fresh(nodes.node(0));
        bus = Bus.on(nodes.node(0));
        otherBus = Bus.on(nodes.node(1));
        await().atMost(Duration.ofSeconds(30)).until(() -> bus.members().count() == 2);
    }

    @BeforeEach
    void start() {
        here = projects(nodes.node(0), bus);
        there = projects(nodes.node(1), otherBus);
        project = db.database().transaction(tx -> here.create(tx, "A shop")).await();
    }

    @AfterEach
    void stop() {
        here.stop().await();
        there.stop().await();
    }

    @Test
    void aRotatedKeyIsDeadOnTheOtherNode() {
        var old = project.keys().secretKey();
        assertThat(opens(there, old)).isTrue();

        var rotation = here.apiKeys().rotate(Tenant.system(project.id()), KEY).await();

        assertThat(opens(there, old)).isFalse();
        assertThat(opens(there, rotation.keys().secretKey())).isTrue();
    }

    /** On a crowded machine the first notices may be late, and the clock answers; soon the nodes do. */
    @Test
    void aRotationAnswersWhenTheOtherNodeHasForgotten() {
        await().atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(10))
                .until(() -> timeOf(here.apiKeys().rotate(Tenant.system(project.id()), KEY))
                                .compareTo(KeysVersion.TRUST)
                        < 0);
    }

    @Test
    void aRotationAnswersWhenTheOtherNodeIsSilentAndItsTrustHasRunOut() {
        var old = project.keys().secretKey();
        there.stop().await();
        assertThat(opens(there, old)).isTrue();

        var took = timeOf(here.apiKeys().rotate(Tenant.system(project.id()), KEY));

        assertThat(opens(there, old)).isFalse();
        assertThat(took).isGreaterThanOrEqualTo(KeysVersion.TRUST);
    }

    /** It has been dropped as a member, hears nothing, and asks PostgreSQL once a second. */
    @Test
    void aRotationOutwaitsTheTrustOfANodeThatServesBehindACut() {
        var old = project.keys().secretKey();
        var lone = Vertx.vertx();
        try (var dropped = ClusteredVertxNodes.start(2)) {
            dropped.node(1).close().await();
            var left = Bus.on(dropped.node(0));
            await().atMost(Duration.ofSeconds(30)).until(() -> left.members().count() == 1);
            var rotating = projects(dropped.node(0), left);
            var behind = projects(lone, Bus.on(lone));
            assertThat(opens(behind, old)).isTrue();

            rotating.apiKeys().rotate(Tenant.system(project.id()), KEY).await();

            assertThat(opens(behind, old)).isFalse();
            rotating.stop().await();
            behind.stop().await();
        } finally {
            lone.close().await();
        }
    }

    /** Nobody knows whether a third, which the list does not name either, serves behind a cut. */
    @Test
    void aRotationOutwaitsTheTrustWhereTheListOfMembersIsNotWhole() {
        var port = FreePorts.free();
        var seed = List.of("127.0.0.1:" + port);
        var named = ClusteredVertxNodes.start(port, seed, ClusteredVertxNodes.crypto(1));
        var unnamed = ClusteredVertxNodes.start(FreePorts.free(), seed, ClusteredVertxNodes.crypto(1));
        try {
            var members = Bus.on(named);
            await().atMost(Duration.ofSeconds(30)).until(() -> members.members().count() == 2);
            var rotating = projects(named, members);
            var listening = projects(unnamed, Bus.on(unnamed));

            var took = timeOf(rotating.apiKeys().rotate(Tenant.system(project.id()), KEY));

            assertThat(took).isGreaterThanOrEqualTo(KeysVersion.TRUST);
            rotating.stop().await();
            listening.stop().await();
        } finally {
            Future.join(named.close(), unnamed.close()).await();
        }
    }

    @Test
    void aDisabledProjectIsDisabledOnTheOtherNode() {
        assertThat(opens(there, project.keys().secretKey())).isTrue();

        here.disable(Tenant.system(project.id()), SuspensionReason.MANUAL).await();

        var grant = there.keys().authenticate(project.keys().secretKey()).await();
        assertThat(grant.disabled()).isTrue();
    }

    private ProjectService projects(Vertx vertx, Bus bus) {
        return ProjectService.start(vertx, db.database(), bus, crypto()).await();
    }

    private static Duration timeOf(Future<?> started) {
        var from = System.nanoTime();
        started.await();
        return Duration.ofNanos(System.nanoTime() - from);
    }

    private static boolean opens(ProjectService projects, String key) {
        return projects.keys().authenticate(key).map(true).otherwise(false).await();
    }

    private static Crypto crypto() {
        var encryption = new byte[Crypto.KEY_BYTES];
        Arrays.fill(encryption, (byte) 1);
        return Crypto.of(new byte[Crypto.KEY_BYTES], encryption);
    }
}
