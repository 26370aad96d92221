package io.godwit.delivery.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.TestServer;
import io.godwit.kit.net.DnsStub;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.net.TestAuthority;
import io.godwit.kit.smtp.SinkMessage;
import io.godwit.kit.smtp.SinkOptions;
import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Emails from {@code POST /v1/send} straight to mail hosts whose domains have policies. */
class DirectTlsTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** Longer than the minute after which counts are added to the table. */
    private static final Duration COUNTED = Duration.ofSeconds(120);

    /** Less than the minute for which a site is suspended first. */
    private static final Duration SOON = Duration.ofSeconds(30);

    private static final int HELD = 40;

    private static final int PORT = FreePorts.free();

    private static final Vertx VERTX = Vertx.vertx();
    private static DnsStub names;
    private static HttpServer policies;
    private static SmtpSink good;
    private static SmtpSink wrong;
    private static TestServer server;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        names = DnsStub.start();
        var authority = TestAuthority.in(folder);
        var certificate = authority.issue("mx.good.test");
        good = sink("127.0.4.1", certificate);
        wrong = sink("127.0.4.2", authority.selfSigned("mx.wrong.test"));
        policies = VERTX.createHttpServer(new HttpServerOptions()
                        .setHost("127.0.0.1")
                        .setPort(0)
                        .setSsl(true)
                        .setKeyCertOptions(authority
                                .issue(
                                        "mta-sts.good.test",
                                        "mta-sts.wrong.test",
                                        "mta-sts.mistaken.test",
                                        "mta-sts.strict.test",
                                        "mta-sts.unlisted.test")
                                .store()
                                .serverOptions()))
                .requestHandler(
                        request -> request.response()
                                .putHeader("Content-Type", "text/plain")
                                .end(
                                        "version: STSv1\nmode: enforce\nmx: *.good.test\nmx: *.wrong.test\nmx: *.mistaken.test\nmx: *.shared.test\nmax_age: 86400\n"));
        policies.listen().await();
        domain("good.test", "127.0.4.1").txt("_mta-sts.good.test", "v=STSv1; id=1;");
        domain("wrong.test", "127.0.4.2").txt("_mta-sts.wrong.test", "v=STSv1; id=1;");
        // Apart from wrong.test, whose host is left alone for a minute after its first failure.
        domain("mistaken.test", "127.0.4.2")
                .txt("_mta-sts.mistaken.test", "v=STSv1; id=1;")
                .txt("_smtp._tls.mistaken.test", "v=TLSRPTv1; rua=mailto:tls@mistaken.test");
        names.address("mx.shared.test", "127.0.4.2").address("mx.elsewhere.test", "127.0.4.2");
        shared("strict.test", "mx.shared.test").txt("_mta-sts.strict.test", "v=STSv1; id=1;");
        shared("plain.test", "mx.shared.test");
        shared("unlisted.test", "mx.elsewhere.test").txt("_mta-sts.unlisted.test", "v=STSv1; id=1;");
        shared("neighbour.test", "mx.elsewhere.test");
        domain("reader.test", "127.0.4.1").txt("_smtp._tls.reader.test", "v=TLSRPTv1; rua=mailto:tls@reader.test");
        domain("free.test", "127.0.4.2");
        domain("dane.test", "127.0.4.1")
                .tlsa("_" + PORT + "._tcp.mx.dane.test", 3, 1, 1, certificate.keyDigest())
                .secure("dane.test", "mx.dane.test", "_" + PORT + "._tcp.mx.dane.test");
        domain("rolled.test", "127.0.4.2")
                .tlsa("_" + PORT + "._tcp.mx.rolled.test", 3, 1, 1, certificate.keyDigest())
                .secure("rolled.test", "mx.rolled.test", "_" + PORT + "._tcp.mx.rolled.test");
        server = TestServer.start(Map.ofEntries(
                Map.entry("GODWIT_DNS_SERVERS", names.address()),
                Map.entry("GODWIT_MAIL_MODE", "direct"),
                Map.entry("GODWIT_MAIL_DIRECT_PORT", String.valueOf(PORT)),
                Map.entry("GODWIT_MAIL_DIRECT_ALLOW", "127.0.0.0/8"),
                Map.entry("GODWIT_SENDING_PACE", "10"),
                Map.entry("GODWIT_DELIVERY_TLS_RESOLVER", names.address()),
                Map.entry("GODWIT_DELIVERY_TLS_AUTHORITIES", authority.file().toString()),
                Map.entry("GODWIT_DELIVERY_TLS_ALLOW", "127.0.0.0/8"),
                Map.entry("GODWIT_DELIVERY_TLS_PORT", String.valueOf(policies.actualPort())),
                Map.entry("GODWIT_DELIVERY_TLS_REPORTS_SPREAD", "0s")));
    }

    private static SmtpSink sink(String address, TestAuthority.Issued certificate) {
        return SmtpSink.start(
                VERTX, SinkOptions.plain().onHost(address).onPort(PORT).startTls(certificate.store()));
    }

    private static DnsStub domain(String domain, String address) {
        return names.mx(domain, 10, "mx." + domain)
                .address("mx." + domain, address)
                .address("mta-sts." + domain, "127.0.0.1");
    }

    private static DnsStub shared(String domain, String host) {
        return names.mx(domain, 10, host).address("mta-sts." + domain, "127.0.0.1");
    }

    @AfterAll
    static void stop() {
        server.close();
        policies.close().await();
        good.close();
        wrong.close();
        names.close();
        VERTX.close().await();
    }

    private static String send(String to) {
        var body = new JsonObject()
                .put("to", to)
                .put("from", "shop@" + server.domain(0))
                .put("subject", "Secret")
                .put("body", "<p>Secret</p>");
        var answer = server.post("/v1/send", server.secretKey(0), body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body())
                .getJsonArray("emails")
                .getJsonObject(0)
                .getString("email");
    }

    private static JsonObject email(String id) {
        return new JsonObject(server.get("/emails/" + id, server.secretKey(0)).body());
    }

    /** The check of the certificate in the last attempt of an email that was sent. */
    private static String verification(String id) {
        await().atMost(TIMEOUT).until(() -> email(id).encode().contains("\"verification\""));
        JsonArray attempts = email(id).getJsonArray("attempts");
        return attempts.getJsonObject(attempts.size() - 1)
                .getJsonObject("evidence")
                .getString("verification");
    }

    private static List<String> recipients(SmtpSink sink) {
        return sink.messages().stream().map(message -> message.recipient()).toList();
    }

    @Test
    void theLogSaysWhatProtectedEachEmail() {
        assertThat(verification(send("a@good.test"))).isEqualTo("mta-sts");
        assertThat(verification(send("a@dane.test"))).isEqualTo("dane");
        assertThat(verification(send("a@free.test"))).isEqualTo("none");
        assertThat(recipients(good)).contains("a@good.test", "a@dane.test");
    }

    @ParameterizedTest
    @CsvSource({"strict.test, plain.test", "unlisted.test, neighbour.test"})
    void aPolicyOfOneDomainHoldsNoEmailOfAnotherWithTheSameHost(String strict, String other) {
        var before = wrong.connections();
        IntStream.range(0, HELD).forEach(number -> send("p" + number + "@" + strict));
        await().atMost(TIMEOUT).until(() -> waiting(strict) > 0);

        var free = send("a@" + other);

        await().atMost(SOON).until(() -> email(free).getString("status"), "SENT"::equals);
        await().atMost(TIMEOUT).until(() -> waiting(strict) == HELD);
        assertThat(wrong.connections() - before).isLessThan(HELD);
        assertThat(recipients(wrong)).contains("a@" + other).noneMatch(to -> to.endsWith("@" + strict));
        assertThat(server.database()
                        .query("SELECT site FROM shaping_states WHERE suspensions <> '[]' AND site IN"
                                + " ('mx.shared.test', 'mx.elsewhere.test')"))
                .isEmpty();
    }

    /** The emails to the domain that were put back for a time that has not come. */
    private static int waiting(String domain) {
        return server.database()
                .query(
                        "SELECT FROM outbox JOIN emails ON id = email_id WHERE to_email LIKE ? AND last_reply IS NOT NULL"
                                + " AND outbox.due_at > now() AND lease_until IS NULL",
                        "%@" + domain)
                .size();
    }

    @Test
    void noEmailGoesToAHostWithAWrongCertificateButTheSignedReportAboutItDoesAndIsNotReportedItself() {
        var toWrong = send("a@wrong.test");
        var toRolled = send("a@rolled.test");
        await().atMost(TIMEOUT).until(() -> wrong.connections() >= 2);
        owesReport("mistaken.test");
        owesReport("reader.test");

        server.restart();

        await().atMost(TIMEOUT).until(() -> recipients(wrong).contains("tls@mistaken.test"));
        await().atMost(TIMEOUT).until(() -> recipients(good).contains("tls@reader.test"));
        assertThat(recipients(wrong)).doesNotContain("a@wrong.test", "a@rolled.test");
        assertThat(email(toWrong).getString("status")).isNotEqualTo("SENT");
        assertThat(email(toRolled).getString("status")).isNotEqualTo("SENT");
        var report = message(wrong, "tls@mistaken.test");
        assertThat(report.header("DKIM-Signature").orElse(""))
                .contains("d=" + report.header("TLS-Report-Submitter").orElseThrow());
        server.restart();
        await().atMost(COUNTED).untilAsserted(() -> assertThat(counted(
                        "<> 'SUCCESS' AND domain IN ('wrong.test', 'rolled.test', 'mistaken.test', 'reader.test')"))
                .containsExactlyInAnyOrder("wrong.test CERTIFICATE_NOT_TRUSTED", "rolled.test TLSA_INVALID"));
        assertThat(counted("= 'SUCCESS' AND host NOT LIKE 'seed.%'"))
                .doesNotContain("mistaken.test SUCCESS", "reader.test SUCCESS");
    }

    /** Counts a session of a day that is over at any hour, so that its report is due. */
    private static void owesReport(String domain) {
        server.database()
                .query(
                        "INSERT INTO tls_session_counts VALUES ((now() AT TIME ZONE 'UTC')::date - 2, ?, 'no-policy-found', ?,"
                                + " 'SUCCESS', '', '', 1, '{\"lines\": [], \"mxHosts\": []}')",
                        domain,
                        "seed." + domain);
    }

    private static SinkMessage message(SmtpSink sink, String recipient) {
        return sink.messages().stream()
                .filter(message -> message.recipient().equals(recipient))
                .findFirst()
                .orElseThrow();
    }

    /** The sessions counted on any day with such a result, once a node has stopped or a minute has passed. */
    private static List<String> counted(String result) {
        return server
                .database()
                .query("SELECT DISTINCT domain, result FROM tls_session_counts WHERE result " + result)
                .stream()
                .map(row -> row.get("domain") + " " + row.get("result"))
                .toList();
    }
}
