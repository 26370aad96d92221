package io.godwit.inbound.sns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.inbound.InboundServer;
import io.godwit.inbound.SnsDouble;
import io.godwit.inbound.processing.EmailKey;
import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests where the certificates of signatures come from, and what happens when they do not. */
@CloseFields
class CertificateFetchTest {

    private InboundServer server;
    private SnsDouble amazon;
    private EmailKey key;

    @BeforeEach
    void start() {
        server = InboundServer.start();
        amazon = server.amazon();
        key = server.mail(server.project(), "ada@site.test");
    }

    @Test
    void whileItsHostIsAwayNothingIsBelievedAndAllIsSentAgain() {
        amazon.away(true);
        var body = delivery();

        var answer = server.post(body);
        amazon.away(false);
        amazon.answers(503);
        var duringOutage = server.post(body);
        amazon.answers(200);
        await().atMost(InboundServer.TIMEOUT).until(() -> server.post(body).statusCode() == 200);

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).isPresent();
        assertThat(duringOutage.statusCode()).isEqualTo(503);
        server.awaitStatus(key, "DELIVERED");
    }

    @Test
    void itIsFetchedOnceAndANewOneByItsNewName() {
        server.post(delivery());
        server.post(delivery());
        var asked = amazon.asked().size();

        amazon.rotate();
        var withTheOldOne = server.post(delivery());
        var renamed = amazon.notification(told()).put("SigningCertURL", SnsDouble.CERTIFICATE.replace("0123", "4567"));
        var withTheNewOne = server.post(amazon.signed(renamed).encode());

        assertThat(asked).isEqualTo(1);
        assertThat(withTheOldOne.statusCode()).isEqualTo(403);
        assertThat(withTheNewOne.statusCode()).isEqualTo(200);
        assertThat(amazon.asked()).hasSize(2);
    }

    @Test
    void oneThatWasMadeForAnotherHostProvesNothing() {
        amazon.calledAs("sns.evil.test");

        assertThat(server.post(delivery()).statusCode()).isEqualTo(403);
    }

    /** Names of certificates are made up easily; each would be a request of ours to Amazon. */
    @Test
    void madeUpNamesAreNotAllAskedFor() {
        amazon.answers(404);

        for (var i = 0; i < 60; i++) {
            var made =
                    amazon.notification(told()).put("SigningCertURL", SnsDouble.CERTIFICATE.replace("0123", "x" + i));
            assertThat(server.post(amazon.signed(made).encode()).statusCode()).isIn(403, 503);
        }

        assertThat(amazon.asked()).hasSizeLessThanOrEqualTo(20);
    }

    /** A stranger who knows the topic. */
    @Test
    void whatAStrangerMakesUpKeepsNoTrueOneFromBeingFetched() {
        amazon.answers(404);
        for (var i = 0; i < 60; i++) {
            var made =
                    amazon.notification(told()).put("SigningCertURL", SnsDouble.CERTIFICATE.replace("0123", "x" + i));
            assertThat(server.postFrom("127.0.0.2", amazon.signed(made).encode()))
                    .isIn(403, 503);
        }
        amazon.answers(200);

        var answer = server.post(delivery());

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        server.awaitStatus(key, "DELIVERED");
    }

    private String delivery() {
        return amazon.signed(amazon.notification(told())).encode();
    }

    private String told() {
        return InboundServer.told(key, "Delivery", "delivery", new JsonObject()).encode();
    }
}
