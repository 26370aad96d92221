package io.godwit.kit.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;

/** Calls of one project about workflows. */
public record WorkflowApi(TestServer server, int project) {

    HttpResponse<String> call(String method, String path, JsonObject body) {
        return server.call(method, path, server.secretKey(project), body.isEmpty() ? "" : body.encode());
    }

    public HttpResponse<String> get(String path) {
        return call("GET", path, new JsonObject());
    }

    public HttpResponse<String> post(String path, JsonObject body) {
        return call("POST", path, body);
    }

    public HttpResponse<String> patch(String path, JsonObject body) {
        return call("PATCH", path, body);
    }

    public HttpResponse<String> delete(String path) {
        return call("DELETE", path, new JsonObject());
    }

    /** The body of an answer with this status. */
    public static JsonObject json(HttpResponse<String> answer, int status) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return answer.body().isEmpty() ? new JsonObject() : new JsonObject(answer.body());
    }

    /** The fields an answer with 422 complains about. */
    public static List<String> mistakes(HttpResponse<String> answer) {
        return json(answer, 422).getJsonObject("error").getJsonArray("errors", new JsonArray()).stream()
                .map(item -> ((JsonObject) item).getString("field"))
                .toList();
    }

    public static JsonObject object(Object... namesAndValues) {
        var object = new JsonObject();
        for (var at = 0; at < namesAndValues.length; at += 2) {
            object.put((String) namesAndValues[at], namesAndValues[at + 1]);
        }
        return object;
    }

    /** Waits for an event nobody tracks. */
    public String workflow() {
        return workflow("event-" + UUID.randomUUID());
    }

    public String workflow(String event) {
        return json(post("/workflows", object("name", "Onboarding", "eventName", event)), 201)
                .getString("id");
    }

    public JsonObject whole(String workflow) {
        return json(get("/workflows/" + workflow), 200);
    }

    public String trigger(String workflow) {
        return whole(workflow).getJsonArray("steps").getJsonObject(0).getString("id");
    }

    public static JsonObject step(String type, JsonObject config) {
        return object("type", type, "name", type, "position", object("x", 0, "y", 0), "config", config);
    }

    /** Connected to nothing. */
    public String lone(String workflow, String type, JsonObject config) {
        return json(post("/workflows/" + workflow + "/steps", step(type, config).put("autoConnect", false)), 201)
                .getString("id");
    }

    /** Connected to the newest step with nothing behind it. */
    public String added(String workflow, String type, JsonObject config) {
        return json(post("/workflows/" + workflow + "/steps", step(type, config)), 201)
                .getString("id");
    }

    public HttpResponse<String> tryLink(String workflow, String from, String to, Object... more) {
        var body = object(more).put("fromStepId", from).put("toStepId", to);
        return post("/workflows/" + workflow + "/transitions", body);
    }

    public String link(String workflow, String from, String to, Object... more) {
        return json(tryLink(workflow, from, to, more), 201).getString("id");
    }

    public HttpResponse<String> enable(String workflow) {
        return patch("/workflows/" + workflow, object("enabled", true));
    }

    public void enabled(String workflow) {
        json(enable(workflow), 200);
    }

    /** Each transition as {@code from>to} with its branch or outcome, by the types of the steps. */
    public List<String> drawing(String workflow) {
        var whole = whole(workflow);
        var names = new java.util.HashMap<String, String>();
        whole.getJsonArray("steps")
                .forEach(step -> names.put(((JsonObject) step).getString("id"), ((JsonObject) step).getString("name")));
        return whole.getJsonArray("transitions").stream()
                .map(JsonObject.class::cast)
                .map(link -> names.get(link.getString("fromStepId")) + ">" + names.get(link.getString("toStepId"))
                        + suffix(link.getString("branch")) + suffix(link.getString("waitOutcome")))
                .map(line -> line.replaceAll("Trigger: [^>]*", "TRIGGER"))
                .sorted()
                .toList();
    }

    private static String suffix(String text) {
        return text == null ? "" : " " + text;
    }

    /** A template of the project's own domain. */
    public String template() {
        return template("hello@" + server.domain(project));
    }

    String template(String from) {
        var template = object("name", "Hello", "subject", "s", "body", "<p>b</p>", "type", "MARKETING", "from", from);
        var answer = post("/templates", template);
        return json(answer, 201).getString("id");
    }

    public static JsonObject delay() {
        return object("amount", 1, "unit", "days");
    }

    public static JsonObject waiting(String event) {
        return object("eventName", event, "timeout", 3600);
    }

    public static JsonObject condition() {
        return object("field", "data.plan", "operator", "equals", "value", "pro");
    }

    public static JsonObject update() {
        return object("updates", object("seen", true));
    }

    /** Somebody is in it from now on. */
    public void enter(String workflow, int version) {
        server.database().query("""
                WITH entered AS (
                    INSERT INTO executions (project_id, id, workflow_id, version, contact_id, status)
                    VALUES (?::uuid, gen_random_uuid(), ?::uuid, ?, gen_random_uuid(), 'WAITING')
                    RETURNING *)
                INSERT INTO execution_timers (project_id, execution_id, workflow_id, contact_id, due_at)
                SELECT project_id, id, workflow_id, contact_id, 'infinity' FROM entered
                """, server.projectId(project), workflow, version);
    }

    public void leave(String workflow) {
        server.database().query("DELETE FROM execution_timers WHERE workflow_id = ?::uuid", workflow);
        server.database()
                .query(
                        "UPDATE executions SET status = 'EXITED', completed_at = now() WHERE workflow_id = ?::uuid",
                        workflow);
    }

    /** {@code kind name version} of each row, sorted. */
    public List<String> triggers(String workflow) {
        return server.database().query("""
                        SELECT kind || ' ' || event_name || coalesce(' ' || version, '') AS told
                          FROM workflow_triggers WHERE workflow_id = ?::uuid ORDER BY 1
                        """, workflow).stream()
                .map(row -> (String) row.get("told"))
                .toList();
    }
}
