package io.godwit.inbound;

import static org.awaitility.Awaitility.await;

import io.godwit.bus.Bus;
import io.godwit.core.Crypto;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.id.Ids;
import io.godwit.db.TestDatabase;
import io.godwit.events.EventAppender;
import io.godwit.inbound.processing.EmailKey;
import io.godwit.inbound.processing.ReportInbox;
import io.godwit.inbound.settings.InboundSettings;
import io.godwit.inbound.sns.SesReportParser;
import io.godwit.kit.api.ApiContract;
import io.godwit.sending.Outbox;
import io.godwit.sending.suppression.SoftBounceLimit;
import io.godwit.tracking.TrackingJobs;
import io.godwit.tracking.TrackingSettings;
import io.godwit.web.HttpSettings;
import io.godwit.web.limits.ProjectRequestLimiter;
import io.godwit.web.server.HttpContext;
import io.godwit.web.server.HttpVerticle;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The hook, what follows from it and the counting of opens, on real sockets and a real database, beside an {@link SnsDouble}. */
public final class InboundServer implements AutoCloseable {

    public static final Duration TIMEOUT = Duration.ofSeconds(60);
    static final int SOFT_LIMIT = 3;

    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase db = TestDatabase.fresh(vertx);
    private final HttpClient client = HttpClient.newHttpClient();
    private final SnsDouble amazon = new SnsDouble();
    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final ReportInbox reports;
    private final HttpContext edge;

    private InboundServer(Set<String> topics) {
        var settings = new InboundSettings(
                topics,
                Optional.empty(),
                new SoftBounceLimit(SOFT_LIMIT, Duration.ofDays(30)),
                Duration.ofDays(1),
                Duration.ZERO);
        var bus = Bus.on(vertx);
        var inbound = new InboundReports(vertx, db.database(), bus, settings, meters, amazon);
        edge = new HttpContext(
                new HttpSettings(
                        "127.0.0.1",
                        0,
                        "http://test",
                        Optional.empty(),
                        List.of(),
                        0,
                        0,
                        0,
                        0,
                        128 << 20,
                        java.time.Duration.ZERO,
                        io.godwit.web.ConnectionSettings.UNLIMITED,
                        Optional.empty()),
                ignored -> Future.failedFuture(Failure.of(Kind.INVALID_API_KEY, "Nobody has a key")),
                new ProjectRequestLimiter(0, 0, System::nanoTime),
                () -> true,
                meters,
                List.of(inbound.routes()));
        vertx.deployVerticle(new HttpVerticle(edge)).await();
        vertx.deployVerticle(inbound.work(new EventAppender(), new Outbox(), crypto()))
                .await();
        new TrackingJobs(db.database(), new EventAppender(), new TrackingSettings(Duration.ZERO, 0)).start(vertx);
        reports = new ReportInbox(db.database(), bus);
    }

    public static InboundServer start() {
        return new InboundServer(Set.of(SnsDouble.TOPIC));
    }

    public static InboundServer closed() {
        return new InboundServer(Set.of());
    }

    public static Crypto crypto() {
        var encryption = new byte[Crypto.KEY_BYTES];
        encryption[0] = 1;
        return Crypto.of(new byte[Crypto.KEY_BYTES], encryption);
    }

    public TestDatabase db() {
        return db;
    }

    public SnsDouble amazon() {
        return amazon;
    }

    /** The reports of a kind that were counted for the rates of alerts. */
    public double counted(String kind) {
        return meters.get("godwit.inbound.reports").tag("kind", kind).counter().count();
    }

    ReportInbox reports() {
        return reports;
    }

    public UUID project() {
        var id = Ids.next();
        db.query("INSERT INTO projects (id, name) VALUES (?, 'Test')", id);
        return id;
    }

    /** One that was sent to a subscribed contact. */
    public EmailKey mail(UUID project, String address) {
        var key = mail(project, address, "SENT");
        sent(key, address);
        return key;
    }

    public EmailKey mail(UUID project, String address, String status) {
        var id = Ids.next();
        db.query("""
                INSERT INTO contacts (project_id, id, email, subscribed) VALUES (?, ?, ?, true)
                ON CONFLICT (project_id, email) DO NOTHING
                """, project, Ids.next(), address);
        db.query("""
                INSERT INTO emails (project_id, id, contact_id, content_id, source, email_class, to_email, status)
                SELECT project_id, ?, id, ?, 'TRANSACTIONAL', 'TRANSACTIONAL', email, ? FROM contacts WHERE project_id = ? AND email = ?
                """, id, Ids.next(), status, project, address);
        return new EmailKey(new io.godwit.core.id.ProjectId(project), new io.godwit.core.id.EmailId(id));
    }

    /** Its sending is recorded. */
    public void sent(EmailKey key, String address) {
        db.query(
                "UPDATE emails SET status = 'SENT', sent_at = now() WHERE id = ?",
                key.email().value());
        db.query("""
                INSERT INTO events (project_id, id, contact_id, name, data, email_id, created_at)
                SELECT project_id, ?, id, 'email.sent', '{"subject": "Hello", "sourceType": "TRANSACTIONAL"}', ?, now()
                  FROM contacts WHERE project_id = ? AND email = ?
                """, Ids.next(), key.email().value(), key.project().value(), address);
    }

    static String messageId(EmailKey key) {
        return "<" + key.email() + "." + key.project() + "@example.test>";
    }

    /** The notification of SES about this mail. */
    public static JsonObject told(EmailKey key, String kind, String member, JsonObject more) {
        var head = new JsonObject().put("name", "Message-ID").put("value", messageId(key));
        return new JsonObject()
                .put("eventType", kind)
                .put(
                        "mail",
                        new JsonObject()
                                .put("messageId", "0100-" + key.email())
                                .put("source", "hello@example.test")
                                .put("headers", new JsonArray().add(head)))
                .put(
                        member,
                        more.containsKey("timestamp")
                                ? more
                                : more.put("timestamp", Instant.now().toString()));
    }

    public static JsonObject bounce(EmailKey key, String type, String status, String line) {
        var recipient = new JsonObject().put("status", status).put("diagnosticCode", line);
        return told(
                key,
                "Bounce",
                "bounce",
                new JsonObject()
                        .put("bounceType", type)
                        .put("bounceSubType", "General")
                        .put("bouncedRecipients", new JsonArray().add(recipient)));
    }

    public HttpResponse<String> post(String body) {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + edge.port() + "/webhooks/sns"))
                .header("Content-Type", "text/plain; charset=UTF-8")
                .POST(BodyPublishers.ofString(body))
                .build();
        try {
            return ApiContract.checked(client.send(request, BodyHandlers.ofString()));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /** The same from another of this machine's addresses; answers the status. */
    public int postFrom(String address, String body) {
        try (var socket =
                new Socket(InetAddress.getLoopbackAddress(), edge.port(), InetAddress.getByName(address), 0)) {
            var bytes = body.getBytes(StandardCharsets.UTF_8);
            var head = "POST /webhooks/sns HTTP/1.1\r\nHost: test\r\nContent-Type: text/plain\r\nConnection: close\r\n"
                    + "Content-Length: " + bytes.length + "\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(bytes);
            var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return Integer.parseInt(answer.split(" ", 3)[1]);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Signed by Amazon. */
    public HttpResponse<String> tell(JsonObject message) {
        return post(amazon.signed(amazon.notification(message.encode())).encode());
    }

    /** As if it had come by the hook. */
    public Future<Boolean> accept(String eventId, JsonObject message) {
        var envelope = new JsonObject().put("Type", "Notification").put("Message", message.encode());
        return reports.accept(
                SesReportParser.PROVIDER, eventId, message.getString("eventType"), Buffer.buffer(envelope.encode()));
    }

    /** Nothing waits to be looked at, and every open is counted. */
    public void awaitQuiet() {
        await().atMost(TIMEOUT)
                .until(() -> db.count("SELECT count(*) FROM inbound_reports WHERE state = 'NEW'") == 0
                        && db.count("SELECT count(*) FROM hits WHERE NOT counted") == 0);
    }

    public long reportsIn(String state) {
        return db.count("SELECT count(*) FROM inbound_reports WHERE state = ?", state);
    }

    public Map<String, Object> row(EmailKey key) {
        return db.query("SELECT * FROM emails WHERE id = ?", key.email().value())
                .get(0);
    }

    public String status(EmailKey key) {
        return (String) row(key).get("status");
    }

    public void awaitStatus(EmailKey key, String status) {
        await().atMost(TIMEOUT).until(() -> status(key).equals(status));
    }

    public List<String> events(EmailKey key) {
        return db
                .query(
                        "SELECT name FROM events WHERE email_id = ? AND name <> 'email.sent' ORDER BY id",
                        key.email().value())
                .stream()
                .map(row -> (String) row.get("name"))
                .toList();
    }

    public JsonObject event(EmailKey key, String name) {
        return new JsonObject(String.valueOf(db.value(
                "SELECT data::text FROM events WHERE email_id = ? AND name = ?",
                key.email().value(),
                name)));
    }

    public List<String> suppressions(EmailKey key) {
        return db
                .query(
                        "SELECT reason FROM suppressions WHERE project_id = ?",
                        key.project().value())
                .stream()
                .map(row -> (String) row.get("reason"))
                .toList();
    }

    public boolean subscribed(EmailKey key) {
        return (boolean) db.value(
                "SELECT subscribed FROM contacts JOIN emails ON contact_id = contacts.id WHERE emails.id = ?",
                key.email().value());
    }

    @Override
    public void close() {
        db.close();
        vertx.close().await();
    }
}
