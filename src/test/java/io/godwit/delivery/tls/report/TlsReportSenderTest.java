package io.godwit.delivery.tls.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.godwit.core.EmailAddress;
import io.godwit.delivery.tls.MailHostScene;
import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report of a day is sent once to whoever asks for it, by whichever node comes first, and tried again for a day. */
@CloseFields
class TlsReportSenderTest {

    private static final TlsReportMailer NO_MAIL = new TlsReportMailer() {
        @Override
        public Future<Void> write(SqlClient tx, ReportMail mail) {
            return Future.failedFuture("No mail is expected");
        }

        @Override
        public void wakeSenders() {}

        @Override
        public EmailAddress sender() {
            return new EmailAddress("tls@sender.test");
        }
    };

    private final Queue<byte[]> posted = new ConcurrentLinkedQueue<>();
    private final Queue<String> types = new ConcurrentLinkedQueue<>();
    private MailHostScene scene;

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        scene = new MailHostScene(folder);
    }

    private TlsReportSender node() {
        return new TlsReportSender(
                new TlsReportSender.Dependencies(
                        scene.db().database(),
                        scene.dns(),
                        scene.service().client(),
                        scene.settings().port(),
                        NO_MAIL),
                scene.settings().reports());
    }

    private Consumer<HttpServerRequest> accepting(int status) {
        return request -> request.bodyHandler(body -> {
            types.add(String.valueOf(request.getHeader("Content-Type")));
            posted.add(body.getBytes());
            request.response().setStatusCode(status).end();
        });
    }

    /** A domain that asks for reports at its web server. */
    private String asking(int status) {
        var domain = scene.domain();
        scene.names()
                .txt("_smtp._tls." + domain, "v=TLSRPTv1; rua=https://reports." + domain + "/tls?x=1")
                .address("reports." + domain, "127.0.0.1");
        scene.answerHost("reports." + domain, accepting(status));
        return domain;
    }

    private void counted(String domain, String type, String host, String result, int sessions, String policy) {
        scene.db()
                .query(
                        "INSERT INTO tls_session_counts VALUES ((now() AT TIME ZONE 'UTC')::date - 2, ?, ?, ?, ?, ?, ?, ?, ?::jsonb)",
                        domain,
                        type,
                        host,
                        result,
                        result.equals("SUCCESS") ? "" : "192.0.2.1",
                        result.equals("SUCCESS") ? "" : "198.51.100.7",
                        (long) sessions,
                        policy);
    }

    private void counted(String domain) {
        counted(domain, "no-policy-found", "mx." + domain, "SUCCESS", 5, "{\"lines\": [], \"mxHosts\": []}");
    }

    private String state(String domain) {
        return String.valueOf(scene.db().value("SELECT state FROM tls_reports WHERE domain = ?", domain));
    }

    private static JsonObject read(byte[] gzip) {
        try (var in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
            return new JsonObject(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static List<String> mistakes(JsonObject report) {
        var schema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(TlsReportSenderTest.class.getResourceAsStream("/delivery/tls-report.schema.json"));
        return schema.validate(report.encode(), InputFormat.JSON).stream()
                .map(Object::toString)
                .toList();
    }

    @Test
    void aReportSaysWhatBecameOfTheSessionsUnderEachPolicy() {
        var domain = asking(200);
        var sts = "{\"lines\": [\"version: STSv1\", \"mode: enforce\"], \"mxHosts\": [\"mx." + domain + "\"]}";
        counted(domain, "sts", "mx." + domain, "SUCCESS", 7, sts);
        counted(domain, "sts", "mx." + domain, "CERTIFICATE_EXPIRED", 2, sts);
        counted(domain, "sts", "old." + domain, "MX_NOT_LISTED", 1, sts);
        counted(domain, "tlsa", "a." + domain, "TLSA_INVALID", 3, "{\"lines\": [\"3 1 1 ab\"], \"mxHosts\": [\"a\"]}");

        node().run().await();

        var report = read(posted.remove());
        assertThat(mistakes(report)).isEmpty();
        assertThat(types).containsExactly("application/tlsrpt+gzip");
        assertThat(report.getString("contact-info")).isEqualTo("tls@sender.test");
        var policy = report.getJsonArray("policies").getJsonObject(0);
        assertThat(policy.getJsonObject("policy").getJsonArray("policy-string")).hasSize(2);
        assertThat(policy.getJsonObject("summary"))
                .isEqualTo(new JsonObject()
                        .put("total-successful-session-count", 7)
                        .put("total-failure-session-count", 3));
        assertThat(policy.getJsonArray("failure-details").stream())
                .extracting(detail -> ((JsonObject) detail).getString("result-type"))
                .containsExactlyInAnyOrder("certificate-expired", "validation-failure");
        assertThat(report.getJsonArray("policies")).hasSize(2);
        assertThat(state(domain)).isEqualTo("SENT");
    }

    @Test
    void theSchemaFindsWhatIsWrong() {
        var domain = asking(200);
        counted(domain);
        node().run().await();
        var report = read(posted.remove());

        assertThat(mistakes(report)).isEmpty();
        assertThat(mistakes(report.copy().put("organization-name", 1))).isNotEmpty();
        var wrong = report.copy();
        wrong.getJsonArray("policies").getJsonObject(0).getJsonObject("policy").put("policy-type", "mta-sts");
        assertThat(mistakes(wrong)).isNotEmpty();
        wrong.remove("report-id");
        assertThat(mistakes(wrong)).hasSizeGreaterThan(1);
    }

    @Test
    void twoNodesSendOneReport() {
        var domain = asking(200);
        counted(domain);

        Future.join(node().run(), node().run()).await();
        node().run().await();

        assertThat(posted).hasSize(1);
    }

    @Test
    void aDayThatIsNotOverHasNoReport() {
        var domain = asking(200);
        counted(domain);
        scene.db().query("UPDATE tls_session_counts SET day = (now() AT TIME ZONE 'UTC')::date + 1");

        node().run().await();

        assertThat(posted).isEmpty();
    }

    @Test
    void aDomainThatAsksForNoneGetsNone() {
        var domain = scene.domain();
        counted(domain);

        node().run().await();

        assertThat(state(domain)).isEqualTo("UNWANTED");
    }

    @Test
    void aReportThatIsRefusedIsTriedAgainForADay() {
        var domain = asking(500);
        counted(domain);

        node().run().await();
        node().run().await();
        assertThat(posted).hasSize(1);
        assertThat(state(domain)).isEqualTo("WAITING");

        scene.db().query("UPDATE tls_reports SET due_at = now()");
        scene.answerHost("reports." + domain, accepting(201));
        node().run().await();
        assertThat(posted).hasSize(2);
        assertThat(state(domain)).isEqualTo("SENT");
    }

    @Test
    void aReportThatIsRefusedForADayIsGivenUp() {
        var domain = asking(500);
        counted(domain);
        node().run().await();
        scene.db().query("UPDATE tls_reports SET due_at = now(), created_at = now() - interval '25 h'");

        node().run().await();

        assertThat(state(domain)).isEqualTo("FAILED");
    }

    @Test
    void aDestinationThatHasTheReportDoesNotGetItAgain() {
        var domain = asking(200);
        var refused = new AtomicInteger();
        scene.names().remove("_smtp._tls." + domain);
        scene.names()
                .txt(
                        "_smtp._tls." + domain,
                        "v=TLSRPTv1;rua=https://reports." + domain + "/a,https://mta-sts." + domain + "/b");
        scene.answerHost("mta-sts." + domain, request -> request.response()
                .setStatusCode(refused.incrementAndGet() == 1 ? 503 : 204)
                .end());
        counted(domain);

        node().run().await();
        scene.db().query("UPDATE tls_reports SET due_at = now()");
        node().run().await();

        assertThat(posted).hasSize(1);
        assertThat(refused).hasValue(2);
        assertThat(state(domain)).isEqualTo("SENT");
    }

    @Test
    void destinationsAreReadAsTheRecordWritesThem() {
        var found = ReportDestination.in(List.of(
                "v=TLSRPTv1; rua=mailto:tls%2Dreports@a.test,https://r.a.test/x?y=1,http://plain.test/,ftp://x/"));

        assertThat(found)
                .containsExactly(
                        new ReportDestination.Mailbox(
                                "mailto:tls%2Dreports@a.test", new EmailAddress("tls-reports@a.test")),
                        new ReportDestination.WebServer("https://r.a.test/x?y=1", "r.a.test", "/x?y=1"));
        assertThat(ReportDestination.in(List.of("v=TLSRPTv1; rua=https://u:p@a.test/,https://a.test:22/")))
                .isEmpty();
        assertThat(ReportDestination.in(List.of("v=TLSRPTv1;rua=mailto:a@b.test", "v=TLSRPTv1;rua=mailto:c@b.test")))
                .isEmpty();
        assertThat(ReportDestination.in(List.of("v=TLSRPTv2;rua=mailto:a@b.test")))
                .isEmpty();
    }
}
