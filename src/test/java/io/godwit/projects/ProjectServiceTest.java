package io.godwit.projects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.godwit.bus.Bus;
import io.godwit.core.Crypto;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.Tenant.Caller;
import io.godwit.core.id.ProjectId;
import io.godwit.db.TestDatabase;
import io.godwit.kit.Elapsed;
import io.godwit.projects.ProjectService.Created;
import io.godwit.projects.audit.Actor;
import io.godwit.web.KeyAuthenticator.Grant;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProjectServiceTest {

    private static final Actor KEY = new Actor(Optional.empty(), Caller.SECRET_KEY);

    private static final Crypto CRYPTO = crypto(1);

    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase db = TestDatabase.fresh(vertx);
    private final Bus bus = Bus.on(vertx);
    private ProjectService projects;
    private Created project;

    @BeforeEach
    void start() {
        projects = ProjectService.start(vertx, db.database(), bus, CRYPTO).await();
        project = create("Ada's shop");
    }

    @AfterEach
    void stop() {
        projects.stop().await();
        db.close();
        vertx.close().await();
    }

    @Test
    void eachKeyOpensItsProject() {
        var secret = projects.keys().authenticate(project.keys().secretKey()).await();
        var open = projects.keys().authenticate(project.keys().publicKey()).await();

        assertThat(secret.tenant()).isEqualTo(new Tenant(project.id(), Caller.SECRET_KEY, 1));
        assertThat(open.tenant()).isEqualTo(new Tenant(project.id(), Caller.PUBLIC_KEY, 1));
        assertThat(secret.disabled()).isFalse();
        assertThat(secret.requestsPerMinute()).isZero();
    }

    @Test
    void anUnknownKeyOpensNothing() {
        assertThat(refusalOf(ApiKeyPair.random().secretKey())).isEqualTo(Kind.INVALID_API_KEY);
        assertThat(refusalOf("no key at all")).isEqualTo(Kind.INVALID_API_KEY);
    }

    @Test
    void theDatabaseHoldsNoKeyInClear() {
        var rows = db.query("SELECT project_id::text, kind, encode(hash, 'escape') AS hash,"
                + " encode(encrypted, 'escape') AS encrypted FROM api_keys");

        assertThat(rows).hasSize(2);
        assertThat(rows.toString())
                .doesNotContain(project.keys().secretKey().substring(3))
                .doesNotContain(project.keys().publicKey().substring(3));
    }

    @Test
    void aProjectsOwnLimitComesWithItsKey() {
        db.query(
                "UPDATE projects SET requests_per_minute = 5 WHERE id = ?",
                project.id().value());

        var grant = projects.keys().authenticate(project.keys().secretKey()).await();

        assertThat(grant.requestsPerMinute()).isEqualTo(5);
    }

    @Test
    void oldKeysAreDeadWhenTheRotationAnswers() {
        var tenant = tenantOf(project.keys().secretKey());
        tenantOf(project.keys().publicKey());

        var rotation = projects.apiKeys().rotate(tenant, KEY).await();

        assertThat(refusalOf(project.keys().secretKey())).isEqualTo(Kind.INVALID_API_KEY);
        assertThat(refusalOf(project.keys().publicKey())).isEqualTo(Kind.INVALID_API_KEY);
        assertThat(tenantOf(rotation.keys().secretKey())).isEqualTo(new Tenant(project.id(), Caller.SECRET_KEY, 2));
        assertThat(tenantOf(rotation.keys().publicKey()).caller()).isEqualTo(Caller.PUBLIC_KEY);
        assertThat(projects.keyPair(db.database().requests(), tenant).await()).isEqualTo(rotation.keys());
    }

    @Test
    void ofTwoRotationsWithOneKeyOneWins() {
        var tenant = tenantOf(project.keys().secretKey());

        var rotations = Stream.generate(() -> projects.apiKeys().rotate(tenant, KEY))
                .limit(8)
                .toList();
        Future.join(rotations).otherwiseEmpty().await();

        assertThat(rotations.stream().filter(Future::succeeded)).singleElement().satisfies(winner -> assertThat(
                        tenantOf(winner.result().keys().secretKey()).keysVersion())
                .isEqualTo(2));
        assertThat(rotations.stream().filter(Future::failed).map(lost -> ((Failure) lost.cause()).kind()))
                .containsOnly(Kind.INVALID_API_KEY);
        assertThat(db.count("SELECT count(*) FROM api_keys")).isEqualTo(2);
    }

    @Test
    void ofManyRotationsAtOnceExactlyOnePairLives() {
        var member = new Tenant(project.id(), Caller.MEMBER, -1);

        var rotations = Stream.generate(() -> projects.apiKeys().rotate(member, KEY))
                .limit(8)
                .toList();
        Future.all(rotations).await();

        var live =
                rotations.stream().filter(done -> opens(done.result().keys())).toList();
        assertThat(live).hasSize(1);
        assertThat(db.count("SELECT count(*) FROM api_keys")).isEqualTo(2);
        assertThat(db.count("SELECT keys_version FROM projects")).isEqualTo(9);
    }

    @Test
    void aDisabledProjectIsSeenAtOnce() {
        var tenant = tenantOf(project.keys().secretKey());
        projects.find(project.id()).await();

        projects.disable(tenant, SuspensionReason.MANUAL).await();

        assertThat(projects.keys()
                        .authenticate(project.keys().secretKey())
                        .await()
                        .disabled())
                .isTrue();
        assertThat(projects.find(project.id()).await())
                .hasValueSatisfying(found -> assertThat(found.disabled()).isTrue());
    }

    @Test
    void aProjectTellsWhatTheOthersNeed() {
        db.query("UPDATE projects SET emails_per_second = 7, tracking = 'MARKETING_ONLY', language = 'de'");

        var found = projects.find(project.id()).await().orElseThrow();

        assertThat(found.name()).isEqualTo("Ada's shop");
        assertThat(found.emailsPerSecond()).contains(7);
        assertThat(found.tracking()).isEqualTo(Project.Tracking.MARKETING_ONLY);
        assertThat(found.language()).isEqualTo("de");
        assertThat(found.keysVersion()).isEqualTo(1);
        assertThat(projects.find(new ProjectId(UUID.randomUUID())).await()).isEmpty();
    }

    @Test
    void aRotationOfAnUnconnectedNodeIsNoticedWithinTwoSeconds() {
        var elsewhere = Vertx.vertx();
        var other = ProjectService.start(elsewhere, db.database(), Bus.on(elsewhere), CRYPTO)
                .await();
        var tenant = tenantOf(project.keys().secretKey());

        other.apiKeys().rotate(tenant, KEY).await();

        assertThat(Elapsed.whileTrue(() -> opens(project.keys()))).isLessThan(KeysVersion.TRUST.plusMillis(500));
        other.stop().await();
        elsewhere.close().await();
    }

    @Test
    void aFloodOfMadeUpKeysCostsFewQueriesAndRefusesNoKeyThatExists() {
        var before = transactions();

        var flood = flood();
        var real = projects.keys().authenticate(project.keys().publicKey());
        Future.join(flood).otherwiseEmpty().await();

        assertThat(flood.stream().map(lost -> ((Failure) lost.cause()).kind()).distinct())
                .isSubsetOf(List.of(Kind.INVALID_API_KEY, Kind.SERVICE_UNAVAILABLE))
                .contains(Kind.INVALID_API_KEY);
        assertThat(real.await().tenant().project()).isEqualTo(project.id());
        assertThat(transactions() - before).isLessThan(200);
        assertThat(opens(project.keys())).isTrue();
    }

    @Test
    void aFloodOfMadeUpKeysRefusesNoKeyOfBeforeTheStart() {
        projects.stop().await();
        projects = ProjectService.start(vertx, db.database(), bus, CRYPTO).await();

        var flood = flood();
        var real = projects.keys().authenticate(project.keys().publicKey());
        Future.join(flood).otherwiseEmpty().await();

        assertThat(real.await().tenant().project()).isEqualTo(project.id());
    }

    @Test
    void aFloodOfMadeUpKeysRefusesNoKeyThatAnotherNodeMadeASecondAgo() {
        var elsewhere = ProjectService.start(vertx, db.database(), bus, CRYPTO).await();
        var made = db.database()
                .transaction(tx -> elsewhere.create(tx, "Bob's shop"))
                .await();
        elsewhere.stop().await();

        await().atMost(Duration.ofSeconds(30)).until(() -> {
            var flood = flood();
            var real = projects.keys().authenticate(made.keys().publicKey());
            Future.join(flood).otherwiseEmpty().await();
            return real.succeeded();
        });
    }

    private List<Future<Grant>> flood() {
        return Stream.generate(() -> ApiKeyPair.random().secretKey())
                .limit(20_000)
                .map(projects.keys()::authenticate)
                .toList();
    }

    @Test
    void aNodeWithOtherKeysIsRefused() {
        var elsewhere = Vertx.vertx();

        var refused = ProjectService.start(elsewhere, db.database(), Bus.on(elsewhere), crypto(2));

        assertThat(catchThrowableOfType(IllegalStateException.class, refused::await))
                .hasMessageContaining("written with other keys");
        elsewhere.close().await();
    }

    private Created create(String name) {
        return db.database().transaction(tx -> projects.create(tx, name)).await();
    }

    private Tenant tenantOf(String key) {
        return projects.keys().authenticate(key).await().tenant();
    }

    private boolean opens(ApiKeyPair pair) {
        return projects.keys()
                .authenticate(pair.secretKey())
                .map(true)
                .otherwise(false)
                .await();
    }

    private Kind refusalOf(String key) {
        return catchThrowableOfType(Failure.class, () -> tenantOf(key)).kind();
    }

    /** PostgreSQL's own count, which lags behind by up to a second. */
    private long transactions() {
        db.query("SELECT pg_stat_clear_snapshot()");
        return db.count("SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()");
    }

    private static Crypto crypto(int seed) {
        var signing = new byte[Crypto.KEY_BYTES];
        var encryption = new byte[Crypto.KEY_BYTES];
        Arrays.fill(signing, (byte) seed);
        Arrays.fill(encryption, (byte) (seed + 100));
        return Crypto.of(signing, encryption);
    }
}
