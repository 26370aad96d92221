package io.godwit.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.godwit.kit.TestServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.OtlpReceiver;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.kit.smtp.SmtpSink;
import io.opentelemetry.proto.trace.v1.Span;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Tests the traces of a node that exports every one, from the request to the mail server's reply. */
@CloseFields
class SendTraceTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String CALLER_TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String CALLER_SPAN = "00f067aa0ba902b7";

    private static final Vertx VERTX = Vertx.vertx();
    private static OtlpReceiver collector;
    private static SmtpSink sink;
    private static TestServer server;

    @BeforeAll
    static void start() {
        collector = OtlpReceiver.start();
        sink = SmtpSink.start(VERTX);
        server = TestServer.start(Map.of(
                "GODWIT_MAIL_CATCHER_ENABLED",
                "",
                "GODWIT_MAIL_HOST",
                sink.host(),
                "GODWIT_MAIL_PORT",
                String.valueOf(sink.port()),
                "GODWIT_MAIL_TLS",
                "none",
                "GODWIT_TRACES_ENDPOINT",
                collector.endpoint(),
                "GODWIT_TRACES_SAMPLE_RATIO",
                "1"));
    }

    private static String send(String to, String... headers) {
        var body = new JsonObject()
                .put("to", to)
                .put("from", "hello@" + server.domain(0))
                .put("subject", "Secret subject")
                .put("body", "<p>Secret body</p>");
        var answer = server.call("POST", "/v1/send", server.secretKey(0), body.encode(), headers);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body())
                .getJsonObject("data")
                .getJsonArray("emails")
                .getJsonObject(0)
                .getString("email");
    }

    /** The spans of an email's claims, attempts or records, once there are so many. */
    private static List<Span> ofEmail(String name, String email, int count) {
        await().atMost(TIMEOUT).until(() -> found(name, email).size() == count);
        return found(name, email);
    }

    private static List<Span> found(String name, String email) {
        return collector.named(name).stream()
                .filter(span -> OtlpReceiver.attribute(span, "godwit.email.id")
                        .filter(email::equals)
                        .isPresent())
                .toList();
    }

    private static Span below(String name, Span parent) {
        await().atMost(TIMEOUT).until(() -> collector.named(name).stream().anyMatch(span -> isBelow(span, parent)));
        return collector.named(name).stream()
                .filter(span -> isBelow(span, parent))
                .findFirst()
                .orElseThrow();
    }

    private static boolean isBelow(Span span, Span parent) {
        return span.getTraceId().equals(parent.getTraceId())
                && span.getParentSpanId().equals(parent.getSpanId());
    }

    private static Span requestOf(Span email) {
        await().atMost(TIMEOUT).until(() -> collector.spans().stream()
                .anyMatch(span -> span.getSpanId().equals(email.getParentSpanId())));
        return collector.spans().stream()
                .filter(span -> span.getSpanId().equals(email.getParentSpanId()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void anEmailIsOneTraceFromTheRequestToTheMailServersReply() {
        var email = send("ada@example.com");

        var attempt = ofEmail("email attempt", email, 1).get(0);
        var request = requestOf(attempt);
        assertThat(request.getName()).isEqualTo("POST /v1/send");
        assertThat(request.getKindValue()).isEqualTo(SpanKind.SERVER.number());
        assertThat(OtlpReceiver.attributes(request.getAttributesList()))
                .containsEntry("http.request.method", "POST")
                .containsEntry("http.route", "/v1/send")
                .containsEntry("url.scheme", "http")
                .containsEntry("http.response.status_code", "200")
                .containsEntry("godwit.project.id", server.projectId(0))
                .containsKey("godwit.request.id");
        var batch = below("ingest batch", request);
        var transaction = below("ingest transaction", batch);
        assertThat(OtlpReceiver.attribute(transaction, "db.system.name")).contains("postgresql");
        assertThat(below("ingest wait", request).getLinks(0).getSpanId()).isEqualTo(batch.getSpanId());
        assertThat(isBelow(ofEmail("email claim", email, 1).get(0), request)).isTrue();
        assertThat(isBelow(ofEmail("email record", email, 1).get(0), request)).isTrue();
        below("email begin", attempt);
        below("email compose", attempt);
        var smtp = below("smtp send", attempt);
        assertThat(smtp.getKindValue()).isEqualTo(SpanKind.CLIENT.number());
        assertThat(OtlpReceiver.attributes(smtp.getAttributesList()))
                .containsEntry("server.address", sink.host())
                .containsEntry("smtp.reply.code", "250")
                .containsEntry("network.protocol.name", "smtp");
        assertThat(smtp.getEventsList().stream().map(Span.Event::getName))
                .containsExactly("CONNECT", "MAIL", "RCPT", "DATA", "DOT");
    }

    @Test
    void nothingOfAPersonOrABodyIsInASpan() {
        var email = send("very.private@example.com");
        server.get("/contacts/by-email/other.private@example.com", server.secretKey(0));
        server.get("/o/secret-token", "");

        ofEmail("email record", email, 1);
        await().atMost(TIMEOUT).until(() -> !collector.named("GET /o/:token").isEmpty());
        await().atMost(TIMEOUT)
                .until(() -> !collector.named("GET /contacts/by-email/:email").isEmpty());
        assertThat(collector.batches()).allSatisfy(batch -> assertThat(batch.body())
                .doesNotContain("private", "Secret", "secret-token", server.secretKey(0)));
    }

    @Test
    void theSpanOfACallerWithASecretKeyIsTheParent() {
        var email = send("bob@example.com", "traceparent", "00-" + CALLER_TRACE + "-" + CALLER_SPAN + "-01");

        var request = requestOf(ofEmail("email attempt", email, 1).get(0));
        assertThat(OtlpReceiver.hex(request.getTraceId())).isEqualTo(CALLER_TRACE);
        assertThat(OtlpReceiver.hex(request.getParentSpanId())).isEqualTo(CALLER_SPAN);
    }

    @Test
    void thereIsOnlyALinkToTheSpanOfACallerWithAPublicKey() {
        var trace = "aaaa2f3577b34da6a3ce929d0e0e4736";

        server.call(
                "POST",
                "/v1/track",
                server.publicKey(0),
                "{\"event\":\"seen\",\"email\":\"cid@example.com\"}",
                "traceparent",
                "00-" + trace + "-" + CALLER_SPAN + "-01");

        await().atMost(TIMEOUT)
                .until(() -> collector.named("POST /v1/track").stream().anyMatch(span -> span.getLinksList().stream()
                        .anyMatch(link -> OtlpReceiver.hex(link.getTraceId()).equals(trace))));
        assertThat(collector.spans())
                .noneMatch(span -> OtlpReceiver.hex(span.getTraceId()).equals(trace));
    }

    @Test
    void theTraceOutlivesARetryAndARestart() {
        sink.rule(SinkPoint.RCPT, 1, new SinkBehaviour.Reply("451 4.3.0 Not now"));
        var email = send("dan@example.com");
        var failed = ofEmail("email attempt", email, 1).get(0);
        assertThat(OtlpReceiver.attribute(failed, "error.type")).contains("451");
        assertThat(OtlpReceiver.attribute(below("smtp send", failed), "smtp.stage"))
                .contains("RCPT");
        assertThat(failed.getStatus().getCodeValue()).isEqualTo(2);

        server.restart();

        var attempts = ofEmail("email attempt", email, 2);
        assertThat(attempts.get(1).getTraceId()).isEqualTo(failed.getTraceId());
        assertThat(attempts.get(1).getParentSpanId()).isEqualTo(failed.getParentSpanId());
        assertThat(OtlpReceiver.attribute(attempts.get(1), "godwit.email.attempt"))
                .contains("2");
        assertThat(attempts.get(1).getStatus().getCodeValue()).isZero();
    }

    @Test
    void aLogLineOfATracedRequestHasItsTrace() {
        var traces = new CopyOnWriteArrayList<String>();
        var appender = new AppenderBase<ILoggingEvent>() {
            @Override
            protected void append(ILoggingEvent line) {
                traces.add(line.getMDCPropertyMap().getOrDefault(TraceContext.LOG_KEY, ""));
            }
        };
        var security = (Logger) LoggerFactory.getLogger("security");
        appender.start();
        security.addAppender(appender);
        try {
            server.get("/segments", "sk_wrong");
        } finally {
            security.detachAppender(appender);
        }

        await().atMost(TIMEOUT).until(() -> !collector.named("GET /segments").isEmpty());
        assertThat(traces)
                .containsExactly(
                        OtlpReceiver.hex(collector.only("GET /segments").getTraceId()));
    }

    @Test
    void aRefusedRequestIsASpanWithItsStatus() {
        server.get("/campaigns", "sk_wrong");

        await().atMost(TIMEOUT).until(() -> collector.named("GET /campaigns").stream()
                .anyMatch(span -> OtlpReceiver.attribute(span, "http.response.status_code")
                        .filter("401"::equals)
                        .isPresent()));
    }
}
