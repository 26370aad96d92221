package io.godwit.delivery.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.dns.AllowedAddresses;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.smtp.RelaySettings.Tls;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Policies of MTA-STS are fetched, kept, renewed and forgotten; each node has a memory of its own. */
@CloseFields
class StsResolverTest {

    private static MailHostScene scene;

    @BeforeAll
    static void open(@TempDir Path folder) throws Exception {
        scene = new MailHostScene(folder);
    }

    private static TlsRequirement onAnotherNode(String domain) {
        var node = scene.anotherNode();
        var found = node.resolver().resolve(domain, "mx." + domain, 25).await();
        node.close().await();
        return found;
    }

    private static String enforced() {
        var domain = scene.domain();
        scene.policy(domain, "1", "enforce", "mx." + domain);
        assertThat(scene.requirement(domain, "mx." + domain).mode()).isEqualTo(Tls.REQUIRED);
        return domain;
    }

    private static String failure(TlsRequirement requirement) {
        assertThat(requirement.mode()).isEqualTo(Tls.OPPORTUNISTIC);
        assertThat(requirement.refusal()).isEmpty();
        return requirement.known().orElseThrow().result().code();
    }

    private static String announced(String id) {
        var domain = scene.domain();
        scene.names().txt("_mta-sts." + domain, "v=STSv1; id=" + id + ";");
        return domain;
    }

    @Test
    void aPolicyIsFetchedOnceForAllNodes() {
        var domain = enforced();

        assertThat(onAnotherNode(domain).verification()).isEqualTo("mta-sts");
        assertThat(scene.fetches(domain)).isEqualTo(1);
    }

    @Test
    void aPolicyOutlivesItsRecordAndItsWebServer() {
        var domain = enforced();
        scene.names().remove("_mta-sts." + domain);
        scene.answer(domain, request -> request.response().setStatusCode(500).end());

        assertThat(onAnotherNode(domain).mode()).isEqualTo(Tls.REQUIRED);
    }

    @Test
    void aPolicyOutlivesANewIdWhoseFileIsBlocked() {
        var domain = enforced();
        scene.policy(domain, "2", "none", "mx." + domain);
        scene.answer(domain, request -> request.connection().close());

        assertThat(onAnotherNode(domain).mode()).isEqualTo(Tls.REQUIRED);
    }

    @Test
    void aNewIdBringsANewPolicy() {
        var domain = enforced();
        scene.policy(domain, "2", "testing", "mx." + domain);

        assertThat(onAnotherNode(domain).mode()).isEqualTo(Tls.OPPORTUNISTIC);
        assertThat(scene.fetches(domain)).isEqualTo(2);
    }

    @Test
    void aPolicyThatIsTooOldIsOneNoLonger() {
        var domain = enforced();
        scene.names().remove("_mta-sts." + domain);
        scene.db().query("UPDATE mta_sts_policies SET expires_at = now() - interval '1 s' WHERE domain = ?", domain);

        assertThat(onAnotherNode(domain)).extracting(TlsRequirement::mode).isEqualTo(Tls.OPPORTUNISTIC);
    }

    @Test
    void aPolicyOfADayIsFetchedAgainAndKeptWhenThatFails() {
        var domain = enforced();
        var due =
                "UPDATE mta_sts_policies SET refresh_at = now(), expires_at = now() + interval '1 h' WHERE domain = ?";
        var resolver = new StsResolver(
                scene.vertx(),
                scene.db().database(),
                scene.dns(),
                new StsPolicyFetcher(scene.service().client(), scene.settings().port()));

        scene.db().query(due, domain);
        resolver.refresh().await();
        assertThat(age(domain)).isGreaterThan(24);

        scene.answer(domain, request -> request.response().setStatusCode(503).end());
        scene.db().query(due, domain);
        resolver.refresh().await();
        assertThat(age(domain)).isZero();
        assertThat(onAnotherNode(domain).mode()).isEqualTo(Tls.REQUIRED);
    }

    private static long age(String domain) {
        return scene.db()
                .count(
                        "SELECT floor(extract(epoch FROM expires_at - now()) / 3600) FROM mta_sts_policies WHERE domain = ?",
                        domain);
    }

    @Test
    void afterAFetchThatFailedFiveMinutesPassBeforeTheNext() {
        var domain = announced("1");

        assertThat(failure(scene.requirement(domain, "mx." + domain))).isEqualTo("sts-policy-fetch-error");
        assertThat(failure(onAnotherNode(domain))).isEqualTo("sts-policy-fetch-error");
        assertThat(scene.fetches(domain)).isEqualTo(1);

        scene.db()
                .query("UPDATE mta_sts_policies SET failed_at = failed_at - interval '5 min' WHERE domain = ?", domain);
        scene.policy(domain, "1", "enforce", "mx." + domain);
        assertThat(onAnotherNode(domain).mode()).isEqualTo(Tls.REQUIRED);
    }

    @Test
    void aRedirectIsNotFollowed() {
        var domain = announced("1");
        scene.answer(domain, request -> request.response()
                .setStatusCode(301)
                .putHeader("Location", "https://mta-sts." + domain + "/other.txt")
                .end());

        assertThat(failure(scene.requirement(domain, "mx." + domain))).isEqualTo("sts-policy-fetch-error");
        assertThat(scene.fetches(domain)).isEqualTo(1);
    }

    @Test
    void aFileThatIsTooLongIsNotRead() {
        var domain = announced("1");
        scene.file(domain, "version: STSv1\nmode: enforce\nmx: a.test\nmax_age: 1000\n" + "x: y\n".repeat(20_000));

        assertThat(failure(scene.requirement(domain, "mx." + domain))).isEqualTo("sts-policy-fetch-error");
    }

    @Test
    void aPageForPeopleIsNoPolicy() {
        var domain = announced("1");
        scene.answer(domain, request -> request.response()
                .putHeader("Content-Type", "text/html")
                .end("version: STSv1\nmode: enforce\nmx: a.test\nmax_age: 1000\n"));

        assertThat(failure(scene.requirement(domain, "mx." + domain))).isEqualTo("sts-policy-invalid");
    }

    @Test
    void aWebServerWithACertificateForAnotherNameHasNoPolicy() {
        scene.names().txt("_mta-sts.foreign.test", "v=STSv1; id=1;").address("mta-sts.foreign.test", "127.0.0.1");
        scene.file("foreign.test", "version: STSv1\nmode: enforce\nmx: mx.foreign.test\nmax_age: 1000\n");

        assertThat(failure(scene.requirement("foreign.test", "mx.foreign.test")))
                .isEqualTo("sts-webpki-invalid");
    }

    @Test
    void aWebServerAtAPrivateAddressIsNotAsked(@TempDir Path folder) throws Exception {
        try (var strict = new MailHostScene(folder, AllowedAddresses.of(List.of()))) {
            var domain = strict.domain();
            strict.policy(domain, "1", "enforce", "mx." + domain);

            assertThat(failure(strict.requirement(domain, "mx." + domain))).isEqualTo("sts-policy-fetch-error");
            assertThat(strict.fetches(domain)).isZero();
        }
    }

    @Test
    void aPolicyOfTheDomainAboveDoesNotCount() {
        var domain = enforced();

        assertThat(scene.requirement("sub." + domain, "mx." + domain).mode()).isEqualTo(Tls.OPPORTUNISTIC);
    }
}
