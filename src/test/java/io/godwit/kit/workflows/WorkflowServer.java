package io.godwit.kit.workflows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.TestServer;
import io.godwit.kit.smtp.SinkMessage;
import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A node that hands its mail to a sink, and a project whose workflows are tried out. */
public final class WorkflowServer implements AutoCloseable {

    public static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Vertx vertx = Vertx.vertx();
    private final SmtpSink sink = SmtpSink.start(vertx);
    private final TestServer server;

    private WorkflowServer(Map<String, String> more) {
        var settings = new HashMap<>(Map.of(
                "GODWIT_MAIL_CATCHER_ENABLED", "false",
                "GODWIT_MAIL_HOST", sink.host(),
                "GODWIT_MAIL_PORT", Integer.toString(sink.port()),
                "GODWIT_MAIL_TLS", "none",
                "GODWIT_SENDING_PACE", "100"));
        settings.putAll(more);
        server = TestServer.start(settings);
    }

    public static WorkflowServer start() {
        return new WorkflowServer(Map.of());
    }

    public static WorkflowServer start(Map<String, String> more) {
        return new WorkflowServer(more);
    }

    public Vertx vertx() {
        return vertx;
    }

    public TestServer node() {
        return server;
    }

    SmtpSink sink() {
        return sink;
    }

    public String project() {
        return server.projectId(0);
    }

    public TestWorkflow publish(TestWorkflow flow) {
        return flow.publish(server.database(), project());
    }

    public HttpResponse<String> call(String method, String path, JsonObject body) {
        return server.call(method, path, server.secretKey(0), body.isEmpty() ? "" : body.encode());
    }

    public JsonObject ok(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
        return new JsonObject(answer.body());
    }

    public JsonObject track(String event, String email) {
        return track(event, email, new JsonObject());
    }

    /** Answers {@code {contact, event, timestamp}}. */
    public JsonObject track(String event, String email, JsonObject data) {
        var body = new JsonObject().put("event", event).put("email", email).put("data", data);
        return ok(call("POST", "/v1/track", body)).getJsonObject("data");
    }

    /** Answers the new template's id. */
    public String template(String subject, String type) {
        var words = new JsonObject()
                .put("name", subject)
                .put("subject", subject)
                .put("body", "<p>{{name}}</p>")
                .put("from", "team@" + server.domain(0))
                .put("type", type);
        return ok(call("POST", "/templates", words)).getString("id");
    }

    public long count(String sql, Object... parameters) {
        return server.database().count(sql, parameters);
    }

    public List<Map<String, Object>> rows(String sql, Object... parameters) {
        return server.database().query(sql, parameters);
    }

    /** Those of a workflow that have the status. */
    public long with(TestWorkflow flow, String status) {
        return count("SELECT count(*) FROM executions WHERE workflow_id = ?::uuid AND status = ?", flow.id(), status);
    }

    public void awaitStatus(TestWorkflow flow, String status, long count) {
        await().atMost(TIMEOUT).until(() -> with(flow, status), found -> found == count);
    }

    public long timers(TestWorkflow flow) {
        return count("SELECT count(*) FROM execution_timers WHERE workflow_id = ?::uuid", flow.id());
    }

    public String contact(String email) {
        return String.valueOf(server.database().value("SELECT id::text FROM contacts WHERE email = ?", email));
    }

    /** Nobody enters any more. */
    public void disable(TestWorkflow... flows) {
        for (var flow : flows) {
            server.database().query("DELETE FROM workflow_triggers WHERE workflow_id = ?::uuid", flow.id());
            server.database().query("UPDATE workflows SET enabled = false WHERE id = ?::uuid", flow.id());
        }
    }

    public List<SinkMessage> mailsWith(String text) {
        return sink.messages().stream()
                .filter(mail -> mail.text().contains(text))
                .toList();
    }

    /** The steps one execution of the workflow has come to, in order, each {@code name STATUS branch}. */
    public List<String> path(TestWorkflow flow) {
        return rows("""
                SELECT v.step_id::text AS step, v.status, coalesce(v.branch, '') AS branch
                  FROM execution_visits v JOIN executions e ON e.id = v.execution_id
                 WHERE e.workflow_id = ?::uuid ORDER BY v.visit
                """, flow.id()).stream()
                .map(row -> (flow.nameOf((String) row.get("step")) + " " + row.get("status") + " " + row.get("branch"))
                        .strip())
                .toList();
    }

    /** The output of one step of the only execution. */
    public JsonObject output(TestWorkflow flow, String step) {
        return new JsonObject((String) server.database()
                .value(
                        "SELECT output::text FROM execution_visits WHERE step_id = ?::uuid ORDER BY visit DESC LIMIT 1",
                        flow.stepId(step)));
    }

    public String execution(TestWorkflow flow) {
        return String.valueOf(
                server.database().value("SELECT id::text FROM executions WHERE workflow_id = ?::uuid", flow.id()));
    }

    public static JsonObject config(Object... namesAndValues) {
        var config = new JsonObject();
        for (var at = 0; at < namesAndValues.length; at += 2) {
            config.put((String) namesAndValues[at], namesAndValues[at + 1]);
        }
        return config;
    }

    static JsonArray list(JsonObject... members) {
        return new JsonArray(List.of(members));
    }

    @Override
    public void close() {
        server.close();
        sink.close();
        vertx.close().await();
    }
}
