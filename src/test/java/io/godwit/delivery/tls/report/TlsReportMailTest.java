package io.godwit.delivery.tls.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.InboundMailServer;
import io.godwit.kit.api.RouteCatalog;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.DnsStub;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The mail with a TLS report, from the outbox to the operator who reads one that came in. */
@CloseFields
class TlsReportMailTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String INBOX = "tls-reports@operator.test";

    private static DnsStub names;
    private static InboundMailServer server;

    @BeforeAll
    static void start() throws Exception {
        names = DnsStub.start();
        names.txt("_smtp._tls.watched.test", "v=TLSRPTv1; rua=mailto:tls@watched.test");
        server = InboundMailServer.start(Map.of(
                "GODWIT_DNS_SERVERS",
                names.address(),
                "GODWIT_DELIVERY_TLS_REPORTS_SPREAD",
                "0s",
                "GODWIT_DELIVERY_TLS_REPORTS_RECEIVE",
                INBOX));
    }

    private static JsonObject reports() {
        var answer = BrowserUser.demo(server.node()).get("/tls-reports");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body());
    }

    private static List<JsonObject> received(String id) {
        return reports().getJsonArray("received").stream()
                .map(JsonObject.class::cast)
                .filter(report -> report.getString("reportId").equals(id))
                .toList();
    }

    private static List<JsonObject> mails() {
        return new JsonArray(
                        server.node().get("/dev/mailbox/messages?limit=100", "").body())
                .stream()
                        .map(JsonObject.class::cast)
                        .filter(mail -> mail.getValue("to").toString().contains("tls@watched.test"))
                        .toList();
    }

    private static byte[] gzip(String json) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(json.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private static String mail(byte[] report) {
        return "From: reports@big.test\r\nTo: " + INBOX
                + "\r\nSubject: Report Domain: our.test\r\nMIME-Version: 1.0\r\n"
                + "Message-ID: <" + UUID.randomUUID() + "@big.test>\r\n"
                + "Content-Type: multipart/report; report-type=\"tlsrpt\"; boundary=\"b\"\r\n\r\n"
                + "--b\r\nContent-Type: text/plain\r\n\r\nA report\r\n"
                + "--b\r\nContent-Type: application/tlsrpt+gzip\r\nContent-Transfer-Encoding: base64\r\n\r\n"
                + Base64.getMimeEncoder().encodeToString(report) + "\r\n--b--\r\n";
    }

    private static String json(String id) {
        return new JsonObject()
                .put("organization-name", "Big")
                .put("date-range", new JsonObject().put("start-datetime", "2026-11-22T00:00:00Z"))
                .put("report-id", id)
                .put(
                        "policies",
                        List.of(new JsonObject()
                                .put(
                                        "policy",
                                        new JsonObject()
                                                .put("policy-type", "sts")
                                                .put("policy-domain", "our.test"))
                                .put(
                                        "summary",
                                        new JsonObject()
                                                .put("total-successful-session-count", 12)
                                                .put("total-failure-session-count", 3))))
                .encode();
    }

    @Test
    void aReportIsMailedSignedOnceAndWeCanReadItOurselves() throws Exception {
        server.node()
                .database()
                .query(
                        "INSERT INTO tls_session_counts VALUES ((now() AT TIME ZONE 'UTC')::date - 2, 'watched.test',"
                                + " 'no-policy-found', 'mx.watched.test', 'SUCCESS', '', '', 4, '{\"lines\": [], \"mxHosts\": []}')");

        server.node().restart();

        await().atMost(TIMEOUT).until(() -> mails().size() == 1);
        var raw = mails().get(0).getString("raw");
        assertThat(raw)
                .contains("Content-Type: multipart/report; report-type=\"tlsrpt\";")
                .contains("Content-Type: application/tlsrpt+gzip")
                .contains("TLS-Report-Domain: watched.test\r\n")
                .contains("TLS-Report-Submitter: ")
                .contains("%21watched.test%21");
        assertThat(raw.split("DKIM-Signature: ", -1)).hasSize(2);
        assertThat(server.deliver("bounce@sender.test", INBOX, raw)).startsWith("250");
        await().atMost(TIMEOUT).until(() -> reports().getJsonArray("received").stream()
                .map(JsonObject.class::cast)
                .anyMatch(report ->
                        report.getString("domain").equals("watched.test") && report.getLong("successes") == 4));
        assertThat(reports().getJsonArray("sent").getJsonObject(0).getString("state"))
                .isEqualTo("SENT");
    }

    @Test
    void aReportOfOthersIsFiledOnceAndShownToOperators() throws Exception {
        assertThat(server.deliver("reports@big.test", INBOX, mail(gzip(json("r-1")))))
                .startsWith("250");
        assertThat(server.deliver("reports@big.test", INBOX, mail(gzip(json("r-1")))))
                .startsWith("250");
        server.awaitReports();

        assertThat(received("r-1")).singleElement().satisfies(report -> {
            assertThat(report.getString("organization")).isEqualTo("Big");
            assertThat(report.getString("domain")).isEqualTo("our.test");
            assertThat(report.getLong("successes")).isEqualTo(12);
            assertThat(report.getLong("failures")).isEqualTo(3);
            assertThat(report.getString("begin")).isEqualTo("2026-11-22T00:00:00.000Z");
            assertThat(report.getJsonObject("report").getJsonArray("policies")).hasSize(1);
        });
    }

    @Test
    void aMailWithoutAReadableReportIsTakenAndForgotten() throws Exception {
        var before = reports().getJsonArray("received").size();
        assertThat(server.deliver("a@big.test", INBOX, mail(new byte[] {0x1f, 1, 2})))
                .startsWith("250");
        assertThat(server.deliver("a@big.test", INBOX, mail(gzip("[1]")))).startsWith("250");
        assertThat(server.deliver("a@big.test", INBOX, mail(gzip(" ".repeat(5 << 20) + json("bomb")))))
                .startsWith("250");
        server.awaitReports();

        assertThat(received("bomb")).isEmpty();
        assertThat(reports().getJsonArray("received").size()).isLessThanOrEqualTo(before + 1);
    }

    @Test
    void onlyOperatorsReadReports() {
        var other = BrowserUser.signedUp(server.node(), "colleague" + UUID.randomUUID() + "@example.com");

        RouteCatalog.assertFailure(other.get("/tls-reports"), 403, "FORBIDDEN");
        RouteCatalog.assertFailure(
                server.node().get("/tls-reports", server.node().secretKey(0)), 404, "RESOURCE_NOT_FOUND");
    }
}
