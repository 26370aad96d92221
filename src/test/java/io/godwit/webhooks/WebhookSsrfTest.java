package io.godwit.webhooks;

import static io.godwit.kit.net.HttpReceiver.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.HttpReceiver;
import io.godwit.kit.net.TestCertificate;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemTrustOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls go to checked addresses and to no others, and a name is proved by its certificate. */
@CloseFields
class WebhookSsrfTest {

    private static WebhookNodes exchanges;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void start() {
        exchanges = new WebhookNodes();
    }

    @AfterEach
    void stopNodes() {
        exchanges.vertx.deploymentIDs().forEach(exchanges::stop);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:PORT/",
                "http://localhost:PORT/",
                "http://a.localhost:PORT/",
                "http://[::1]:PORT/",
                "http://[::ffff:127.0.0.1]:PORT/",
                "http://[64:ff9b::7f00:1]:PORT/",
                "http://[2002:7f00:1::]:PORT/",
                "http://0.0.0.0:PORT/",
                "http://127.1:PORT/",
                "http://2130706433:PORT/",
                "http://0x7f000001:PORT/",
                "http://0177.0.0.1:PORT/",
                "http://127.0.0.1.:PORT/",
                "http://127。0。0。1:PORT/",
                "http://user:pw@127.0.0.1:PORT/",
                "http://example.com:80@127.0.0.1:PORT/",
                "http://private.test:PORT/",
                "http://PRIVATE.test.:PORT/",
                "http://alias.test:PORT/",
                "http://mixed.test:PORT/",
                "http://six.test:PORT/",
                "http://mapped.test:PORT/",
                "http://public.test:22/",
                "http://public.test:5432/",
                "https://127.0.0.1:PORT/",
                "file:///etc/passwd",
                "gopher://127.0.0.1:PORT/",
                "ftp://127.0.0.1:PORT/"
            })
    void whatIsNotPublicIsBlockedWithoutAConnection(String url) {
        exchanges.names.address("private.test", "127.0.0.1").cname("alias.test", "private.test");
        exchanges.names.address("mixed.test", "93.184.215.14").address("mixed.test", "127.0.0.1");
        exchanges.names.address("six.test", "::1").address("mapped.test", "::ffff:127.0.0.1");
        exchanges.names.address("public.test", "93.184.215.14");
        exchanges.node(WebhookNodes.hasty(List.of()));
        try (var canary = HttpReceiver.start()) {
            var call = exchanges.call(exchanges.project(), url.replace("PORT", String.valueOf(canary.port())));

            var ended = exchanges.made(call);

            assertThat(ended.success()).isFalse();
            assertThat(ended.status()).isEmpty();
            assertThat(ended.error().orElseThrow()).startsWith("SSRF_BLOCKED: ");
            assertThat(exchanges.attempts(call)).hasSize(1);
            assertThat(canary.connections()).isZero();
        }
    }

    @Test
    void aNameThatBecomesPrivateBetweenTwoAttemptsIsBlocked() {
        exchanges.names.address("rebind.test", "127.0.0.2");
        exchanges.node(WebhookNodes.hasty(List.of("127.0.0.2/32")));
        try (var canary = HttpReceiver.start();
                var allowed = HttpReceiver.at("127.0.0.2", canary.port())) {
            allowed.on("/", (socket, out) -> {
                exchanges.names.remove("rebind.test").address("rebind.test", "127.0.0.1");
                exchanges.forgetName("rebind.test");
                status(503).answer(socket, out);
            });
            var call = exchanges.call(exchanges.project(), "http://rebind.test:" + canary.port() + "/");

            var ended = exchanges.made(call);

            assertThat(ended.error().orElseThrow()).startsWith("SSRF_BLOCKED: ");
            assertThat(allowed.connections()).isOne();
            assertThat(canary.connections()).isZero();
        }
    }

    @Test
    void theNameIsLookedUpOnceAndTheCheckedAddressIsCalled() {
        exchanges.names.address("once.test", "127.0.0.3");
        exchanges.node(WebhookNodes.hasty(List.of("127.0.0.3")));
        try (var receiver = HttpReceiver.at("127.0.0.3", 0)) {
            var call = exchanges.call(exchanges.project(), "http://once.test:" + receiver.port() + "/x");

            var ended = exchanges.made(call);

            assertThat(ended.success()).isTrue();
            assertThat(receiver.hits("/x").get(0).headers()).containsEntry("host", "once.test:" + receiver.port());
            assertThat(exchanges.names.queries())
                    .filteredOn(query -> query.contains("once.test"))
                    .containsExactlyInAnyOrder("A once.test", "AAAA once.test");
        }
    }

    @Test
    void whenOneAddressTakesNoConnectionTheNextIsTried() {
        exchanges.names.address("two.test", "127.0.0.4").address("two.test", "127.0.0.5");
        exchanges.node();
        try (var receiver = HttpReceiver.at("127.0.0.5", 0)) {
            var ended = exchanges.made(exchanges.call(exchanges.project(), "http://two.test:" + receiver.port() + "/"));

            assertThat(ended.success()).isTrue();
            assertThat(ended.attempts()).isOne();
        }
    }

    @Test
    void aNameNobodyKnowsIsTriedAgain() {
        exchanges.node();
        var call = exchanges.call(exchanges.project(), "http://nobody.test/");
        exchanges.enqueue(List.of(call));

        await().atMost(WebhookNodes.TIMEOUT)
                .until(() -> exchanges.attempts(call).size() >= 2);

        assertThat(exchanges.attempts(call).get(0).error().orElseThrow()).startsWith("DNS: ");
        assertThat(exchanges.end(call)).isEmpty();
        exchanges.db.query("DELETE FROM webhook_calls");
    }

    @Test
    void aCertificateMustBeOfTheNameAndOfSomebodyWeTrust() {
        exchanges.names.address("hooks.test", "127.0.0.1").address("other.test", "127.0.0.1");
        var certificate = TestCertificate.make(folder, "dns:hooks.test");
        var trust = new PemTrustOptions().addCertValue(Buffer.buffer(certificate.certificatePem()));
        var names = new CopyOnWriteArrayList<String>();
        try (var receiver = HttpReceiver.start(certificate.sockets())) {
            receiver.on("/sni", (socket, out) -> {
                var session = (ExtendedSSLSession) ((SSLSocket) socket).getSession();
                session.getRequestedServerNames().forEach(name -> names.add(((SNIHostName) name).getAsciiName()));
                status(200).answer(socket, out);
            });
            var trusting = exchanges.node(WebhookNodes.hasty(), Optional.of(trust));
            var right = exchanges.made(https("hooks.test", receiver, "/sni"));
            var wrong = failure(https("other.test", receiver, "/"));
            exchanges.stop(trusting);
            exchanges.node();
            var unknown = failure(https("hooks.test", receiver, "/"));

            assertThat(right.success()).isTrue();
            assertThat(names).containsExactly("hooks.test");
            assertThat(List.of(wrong, unknown))
                    .allSatisfy(error -> assertThat(error).startsWith("TLS: "));
            assertThat(receiver.hits("/")).isEmpty();
        }
    }

    private static NewCall https(String host, HttpReceiver receiver, String path) {
        var url = "https://" + host + ":" + receiver.port() + path;
        return exchanges.call(exchanges.project(), "GET", url, Map.of(), Optional.empty());
    }

    /** The result of the first attempt; the others are not waited for. */
    private static String failure(NewCall call) {
        exchanges.enqueue(List.of(call));
        await().atMost(WebhookNodes.TIMEOUT)
                .until(() -> !exchanges.attempts(call).isEmpty());
        exchanges.db.query("DELETE FROM webhook_calls");
        return exchanges.attempts(call).get(0).error().orElse("");
    }
}
