package io.godwit.backup;

import static io.godwit.kit.workflows.WorkflowApi.json;
import static io.godwit.kit.workflows.WorkflowServer.config;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.Server;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.SegmentApi;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.net.HttpReceiver;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.kit.smtp.SmtpSink;
import io.godwit.kit.workflows.TestWorkflow;
import io.godwit.kit.workflows.WorkflowApi;
import io.godwit.modules.ShutdownHooks;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server on a database that was restored with emails on hold: none of before leaves until it is released, each in its own way. */
@CloseFields
final class EmailHoldTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Vertx VERTX = Vertx.vertx();
    private static final HttpReceiver RECEIVER = HttpReceiver.start();
    private static final String READER = "ann@example.com";

    /** The subject of a notice that is written after the restore. */
    private static final String NOTICE = "Your project was reset";

    /** The subjects of emails that the backup has waiting, and of the notice. */
    private static final List<String> WAITING = List.of(
            "After a call",
            "After an event",
            "After a delay",
            "At its hour",
            "For members",
            "Campaign of tomorrow",
            "Sent at a time",
            NOTICE);

    private static final List<String> NEW = List.of("Sent anew", "Tracked anew");

    @TempDir
    private Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private final SmtpSink sink = SmtpSink.start(VERTX);
    private final int port = FreePorts.free();

    @Test
    void nothingOfBeforeLeavesUntilItIsReleasedAndThenEachGoesOnce() throws Exception {
        RECEIVER.on("/call", HttpReceiver.status(503));
        try (var source = TestServer.start(Map.of("GODWIT_WEBHOOKS_ALLOW", "127.0.0.0/8"))) {
            var file = folder.resolve("waiting.backup").toString();
            leaveWaiting(source);
            source.restart(() -> {
                appendUnseenEvent(source);
                BackupInstallation.at(source.database().url(), source.dataDir()).succeed("backup", file);
            });
            var target = restored(source);
            target.succeed("restore", file, "--hold-emails");
            RECEIVER.on("/call", HttpReceiver.status(200));
            var server = Server.start(target.settings(), new ShutdownHooks());
            try {
                letTimePass(target);
                await().atMost(TIMEOUT).until(() -> hasDoneAllButSend(target));
                acceptAnew(source);
                await().atMost(TIMEOUT).until(() -> subjects().containsAll(NEW));
                var beforeRelease = subjects();
                sink.rule(SinkPoint.RCPT, WAITING.size(), new SinkBehaviour.Reply("451 4.3.0 Later"));
                target.succeed("release-emails");
                await().atMost(TIMEOUT)
                        .until(() -> subjects().containsAll(WAITING)
                                && column(target, "SELECT 1 FROM outbox").isEmpty());
                var again = target.succeed("release-emails");

                assertThat(beforeRelease).containsExactlyInAnyOrderElementsOf(NEW);
                assertThat(subjects()).doesNotHaveDuplicates().hasSize(WAITING.size() + NEW.size());
                assertThat(again).contains("Released: 0 emails, 0 workflow executions, 0 scheduled campaigns");
            } finally {
                server.stop();
                sink.close();
            }
        }
    }

    /** One email in each way that leads to one: a call, an event, a delay, a schedule, a segment, a campaign, a time. */
    private static void leaveWaiting(TestServer source) {
        var api = new WorkflowApi(source, 0);
        var segments = new SegmentApi(source, 0);
        json(api.post("/contacts", config("email", READER, "subscribed", true)), 201);
        publish(
                source,
                TestWorkflow.on("called").then("call", "WEBHOOK", config("url", RECEIVER.url("/call"))),
                "After a call");
        publish(
                source,
                TestWorkflow.on("joined").then("wait", "WAIT_FOR_EVENT", config("eventName", "paid")),
                "After an event");
        publish(
                source,
                TestWorkflow.on("left").then("rest", "DELAY", config("amount", 1, "unit", "days")),
                "After a delay");
        publish(source, TestWorkflow.on("tracked"), "Tracked anew");
        var segment = segments.made(
                SegmentApi.segment("Members", SegmentApi.group("member")).put("trackMembership", true));
        segments.computed(segment);
        publish(source, TestWorkflow.on("segment.members.entry"), "For members");
        var scheduled = api.workflow();
        api.added(scheduled, "SEND_EMAIL", config("templateId", template(source, "At its hour")));
        json(
                api.patch(
                        "/workflows/" + scheduled,
                        config("triggerType", "SCHEDULE", "triggerConfig", config("schedule", "0 0 1 1 *"))),
                200);
        api.enabled(scheduled);
        List.of("called", "joined", "left")
                .forEach(event -> json(api.post("/v1/track", config("event", event, "email", READER)), 200));
        schedule(source, api);
        await().atMost(TIMEOUT)
                .until(() -> source.database().count("SELECT count(*) FROM executions WHERE status = 'WAITING'") == 3
                        && source.database().count("SELECT count(*) FROM workflow_schedules") == 1
                        && RECEIVER.hits("/call").size() > 0);
    }

    private static void publish(TestServer source, TestWorkflow flow, String subject) {
        flow.then("mail", "SEND_EMAIL", config("templateId", template(source, subject)))
                .publish(source.database(), source.projectId(0));
    }

    private static String template(TestServer source, String subject) {
        var words = config("name", subject, "subject", subject, "body", "<p>Hello</p>", "type", "TRANSACTIONAL")
                .put("from", "team@" + source.domain(0));
        return json(new WorkflowApi(source, 0).post("/templates", words), 201).getString("id");
    }

    private static void schedule(TestServer source, WorkflowApi api) {
        var tomorrow = Instant.now().plus(Duration.ofDays(1)).toString();
        var campaign = json(
                        api.post(
                                "/campaigns",
                                config("name", "July", "subject", "Campaign of tomorrow", "body", "<p>News</p>")
                                        .put("from", "news@" + source.domain(0))
                                        .put("audienceType", "ALL")),
                        201)
                .getString("id");
        json(api.post("/campaigns/" + campaign + "/send", config("scheduledFor", tomorrow)), 200);
        json(api.post("/v1/send", email(source, "Sent at a time").put("scheduledAt", tomorrow)), 200);
    }

    private static JsonObject email(TestServer source, String subject) {
        return config("to", READER, "from", "team@" + source.domain(0), "subject", subject, "body", "<p>Hello</p>");
    }

    /** The event came, and the server stopped before it looked for waits that the event ends. */
    private static void appendUnseenEvent(TestServer source) {
        source.database().query("""
                INSERT INTO execution_pending_events (project_id, event_id, contact_id, name, created_at)
                SELECT project_id, gen_random_uuid(), id, 'paid', now() FROM contacts WHERE project_id = ?::uuid AND email = ?
                """, source.projectId(0), READER);
    }

    private BackupInstallation restored(TestServer source) {
        return BackupInstallation.at(RestoreTest.emptyDatabase(source.database()), folder.resolve("restored"))
                .with("GODWIT_HTTP_PORT", Integer.toString(port))
                .with("GODWIT_HTTP_HOST", "127.0.0.1")
                .with("GODWIT_ACCOUNTS_PASSWORD_MEMORY", "64")
                .with("GODWIT_MAIL_CATCHER_ENABLED", "false")
                .with("GODWIT_MAIL_HOST", sink.host())
                .with("GODWIT_MAIL_PORT", Integer.toString(sink.port()))
                .with("GODWIT_MAIL_TLS", "none")
                .with("GODWIT_WEBHOOKS_ALLOW", "127.0.0.0/8")
                .with("GODWIT_WEBHOOKS_PACE", "1000");
    }

    /** A year passes, and the contact becomes a member of the segment. */
    private static void letTimePass(BackupInstallation target) throws Exception {
        for (var sql : List.of(
                "UPDATE execution_timers SET due_at = due_at - interval '1 year'",
                "UPDATE workflow_schedules SET next_at = next_at - interval '1 year'",
                "UPDATE campaigns SET due_at = due_at - interval '1 year', scheduled_at = scheduled_at - interval '1 year'",
                "UPDATE outbox SET due_at = due_at - interval '1 year', created_at = created_at - interval '1 year'",
                "UPDATE contacts SET data = '{\"group\": \"member\"}' WHERE email = '" + READER + "'",
                "UPDATE segments SET due_at = now()")) {
            execute(target, sql);
        }
    }

    /** The call has ended, the event is seen, the run of the schedule has ended, and the contact has entered the segment. */
    private static boolean hasDoneAllButSend(BackupInstallation target) throws Exception {
        return column(target, "SELECT 1 FROM webhook_calls").isEmpty()
                && column(target, "SELECT 1 FROM execution_pending_events WHERE NOT seen")
                        .isEmpty()
                && column(target, "SELECT 1 FROM workflow_runs WHERE ended_at IS NOT NULL")
                                .size()
                        == 1
                && column(target, "SELECT 1 FROM segment_members").size() == 1;
    }

    /** A project is reset, of which its owner is told; then a caller sends and tracks. */
    private void acceptAnew(TestServer source) throws Exception {
        post("/users/@me/projects/" + source.projectId(1) + "/reset", source.secretKey(1), config());
        post("/v1/send", source.secretKey(0), email(source, "Sent anew"));
        post("/v1/track", source.secretKey(0), config("event", "tracked", "email", READER));
    }

    private void post(String path, String key, JsonObject body) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body.encode()))
                .build();
        var answer = http.send(request, BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private List<String> subjects() {
        return sink.messages().stream()
                .map(message -> message.header("Subject").orElse(""))
                .toList();
    }

    private static List<String> column(BackupInstallation installation, String query) throws Exception {
        try (var database = installation.database();
                var connection = database.connect()) {
            return BackupInstallation.column(connection, query);
        }
    }

    private static void execute(BackupInstallation installation, String sql) throws IOException, SQLException {
        try (var database = installation.database();
                var connection = database.connect()) {
            BackupInstallation.execute(connection, sql);
        }
    }
}
