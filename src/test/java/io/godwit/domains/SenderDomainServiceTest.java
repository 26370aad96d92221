package io.godwit.domains;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.godwit.bus.Bus;
import io.godwit.core.Crypto;
import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.db.TestDatabase;
import io.godwit.kit.Elapsed;
import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.Context;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.ThreadingModel;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

@CloseFields
class SenderDomainServiceTest {

    private static final String UNREGISTERED =
            "The domain example.test is not registered in this project. Add it here and verify it.";

    private static final String DOMAIN = "example.test";
    private static final EmailAddress SENDER = new EmailAddress("shop@example.test");

    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase db = TestDatabase.fresh(vertx);
    private final Bus bus = Bus.on(vertx);
    private final SenderDomainService domains =
            new SenderDomainService(vertx, db.database(), bus, crypto(), DomainSettings.of("mail.example.net"));
    private final Tenant tenant = project();

    @Test
    void aVerifiedDomainMaySend() {
        add(tenant, true);

        var allowed = domains.requireVerified(tenant, SENDER);

        assertThat(allowed.await()).isNull();
    }

    @Test
    void aDomainNobodyHasIsRefused() {
        assertThat(refusal()).isEqualTo(UNREGISTERED);
    }

    @Test
    void aDomainOfAnotherProjectIsRefusedInTheSameWords() {
        add(project(), true);

        assertThat(refusal()).isEqualTo(UNREGISTERED);
    }

    @Test
    void aPendingDomainIsRefused() {
        add(tenant, false);

        assertThat(refusal())
                .isEqualTo("The domain example.test is not verified yet. Set its DNS records and check it.");
    }

    @Test
    void aSubdomainOfAVerifiedDomainIsAnotherDomain() {
        add(tenant, true);

        var refused = catchThrowableOfType(
                Failure.class, () -> domains.requireVerified(tenant, new EmailAddress("shop@mail.example.test"))
                        .await());

        assertThat(refused.kind()).isEqualTo(Kind.FORBIDDEN);
    }

    @Test
    void aDomainThatIsVerifiedMaySendAtOnce() {
        add(tenant, false);
        refusal();

        domains.setVerified(tenant, DOMAIN, true).await();

        assertThat(domains.requireVerified(tenant, SENDER).await()).isNull();
    }

    @Test
    void aDomainThatLostItsVerificationSignsNoMore() {
        add(tenant, true);
        assertThat(domains.signingKey(tenant.project(), DOMAIN).await()).isPresent();

        domains.setVerified(tenant, DOMAIN, false).await();

        assertThat(isSigned()).isFalse();
    }

    /** The context that hears of changes is busy until the node has been asked. */
    @Test
    void theNodeThatChangedADomainNeedsNoMessageToKnowIt() {
        add(tenant, true);
        var busy = new CountDownLatch(1);
        var node = onAWorker();
        assertThat(node.service().signingKey(tenant.project(), DOMAIN).await()).isPresent();
        node.context().runOnContext(ignored -> assertThatCode(busy::await).doesNotThrowAnyException());

        node.service().setVerified(tenant, DOMAIN, false).await();
        var key = node.service().signingKey(tenant.project(), DOMAIN);
        busy.countDown();

        assertThat(key.await()).isEmpty();
    }

    private record WorkerNode(Context context, SenderDomainService service) {}

    private WorkerNode onAWorker() {
        var node = Promise.<WorkerNode>promise();
        var service = new VerticleBase() {
            @Override
            public Future<?> start() {
                var settings = DomainSettings.of("mail.example.net");
                node.complete(new WorkerNode(
                        context, new SenderDomainService(vertx, db.database(), bus, crypto(), settings)));
                return Future.succeededFuture();
            }
        };
        return vertx.deployVerticle(service, new DeploymentOptions().setThreadingModel(ThreadingModel.WORKER))
                .compose(ignored -> node.future())
                .await();
    }

    @Test
    void aLostNoticeCostsFiveSecondsAtMost() {
        add(tenant, true);
        assertThat(domains.signingKey(tenant.project(), DOMAIN).await()).isPresent();

        db.query("UPDATE domains SET verified = false");

        assertThat(Elapsed.whileTrue(this::isSigned)).isLessThan(Duration.ofMillis(5_500));
    }

    private boolean isSigned() {
        return domains.signingKey(tenant.project(), DOMAIN).await().isPresent();
    }

    @Test
    void theSigningKeyFitsThePublishedOne() throws GeneralSecurityException {
        var domain = add(tenant, true);

        var key = domains.signingKey(tenant.project(), DOMAIN).await().orElseThrow();

        var signer = Signature.getInstance("SHA256withRSA");
        signer.initSign(key.privateKey());
        signer.update(new byte[] {1, 2, 3});
        var signature = signer.sign();
        signer.initVerify(publishedKey());
        signer.update(new byte[] {1, 2, 3});
        assertThat(signer.verify(signature)).isTrue();
        assertThat(key.domain()).isEqualTo(DOMAIN);
        assertThat(key.selector()).isEqualTo(domain.selector()).matches("godwit-[0-9a-f]{12}");
    }

    @Test
    void thePrivateKeyIsNotInTheDatabaseInClear() {
        var domain = add(tenant, true);

        var stored = (byte[]) db.value("SELECT private_key FROM domains");

        assertThat(stored).hasSizeGreaterThan(1_000);
        assertThat(new String(stored, ISO_8859_1))
                .doesNotContain(new String(domain.keys().getPrivate().getEncoded(), 100, 20, ISO_8859_1));
    }

    @Test
    void twoProjectsMayHaveOneDomainEachWithItsOwnKey() {
        var other = project();
        add(tenant, true);
        add(other, true);

        var own = domains.signingKey(tenant.project(), DOMAIN).await().orElseThrow();
        var theirs = domains.signingKey(other.project(), DOMAIN).await().orElseThrow();

        assertThat(own.selector()).isNotEqualTo(theirs.selector());
        assertThat(own.privateKey()).isNotEqualTo(theirs.privateKey());
    }

    @Test
    void oneProjectHasADomainOnce() {
        add(tenant, true);

        var refused = catchThrowableOfType(Failure.class, () -> add(tenant, false));

        assertThat(refused.kind()).isEqualTo(Kind.CONFLICT);
    }

    @Test
    void aDamagedKeyHurtsNobodyElse() {
        var other = project();
        add(tenant, true);
        add(other, true);
        db.query(
                "UPDATE domains SET private_key = '\\x0102' WHERE project_id = ?",
                other.project().value());

        var both = Stream.of(tenant, other)
                .map(each -> domains.signingKey(each.project(), DOMAIN))
                .toList();
        Future.join(both).await();

        assertThat(both.get(0).result()).isPresent();
        assertThat(both.get(1).result()).isEmpty();
    }

    private NewDomain add(Tenant owner, boolean verified) {
        var domain = domains.prepare(DOMAIN).await();
        db.database()
                .transaction(tx -> domains.add(tx, owner, domain, verified))
                .await();
        return domain;
    }

    private String refusal() {
        var refused = catchThrowableOfType(
                Failure.class, () -> domains.requireVerified(tenant, SENDER).await());
        assertThat(refused.kind()).isEqualTo(Kind.FORBIDDEN);
        return refused.sentence();
    }

    private Tenant project() {
        var id = Ids.next();
        db.query("INSERT INTO projects (id, name) VALUES (?, 'A shop')", id);
        return Tenant.system(new ProjectId(id));
    }

    private PublicKey publishedKey() throws GeneralSecurityException {
        var encoded = (byte[]) db.value("SELECT public_key FROM domains");
        return KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(encoded));
    }

    private static Crypto crypto() {
        var encryption = new byte[Crypto.KEY_BYTES];
        Arrays.fill(encryption, (byte) 1);
        return Crypto.of(new byte[Crypto.KEY_BYTES], encryption);
    }
}
