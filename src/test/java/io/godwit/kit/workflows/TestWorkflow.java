package io.godwit.kit.workflows;

import io.godwit.core.id.Ids;
import io.godwit.db.TestDatabase;
import io.godwit.kit.DatabaseRows;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;

/** A workflow drawn by a test and written straight into the tables, as publishing it would. */
public final class TestWorkflow {

    private final String id = Ids.next().toString();
    private final String event;
    private final JsonArray steps = new JsonArray();
    private final JsonArray links = new JsonArray();
    private final Map<String, String> nameToId = new LinkedHashMap<>();
    private boolean allowReentry;

    private TestWorkflow(String event) {
        this.event = event;
        step("start", "TRIGGER", new JsonObject().put("eventName", event));
    }

    /** Its trigger is a step called {@code start}. */
    public static TestWorkflow on(String event) {
        return new TestWorkflow(event);
    }

    public TestWorkflow reentry() {
        allowReentry = true;
        return this;
    }

    public TestWorkflow step(String name, String type, JsonObject config) {
        var step = Ids.next().toString();
        nameToId.put(name, step);
        steps.add(new JsonObject()
                .put("id", step)
                .put("type", type)
                .put("name", name)
                .put("config", config)
                .put("templateId", config.getString("templateId")));
        return this;
    }

    /** A step and a link to it from the one before. */
    public TestWorkflow then(String name, String type, JsonObject config) {
        var last = nameToId.keySet().stream().reduce((ignored, other) -> other).orElseThrow();
        return step(name, type, config).link(last, name);
    }

    public TestWorkflow link(String from, String to) {
        return link(from, to, null, null);
    }

    public TestWorkflow branch(String from, String branch, String to) {
        return link(from, to, branch, null);
    }

    public TestWorkflow outcome(String from, String outcome, String to) {
        return link(from, to, null, outcome);
    }

    private TestWorkflow link(String from, String to, String branch, String outcome) {
        links.add(new JsonObject()
                .put("from", nameToId.get(from))
                .put("to", nameToId.get(to))
                .put("branch", branch)
                .put("waitOutcome", outcome)
                .put("priority", links.size()));
        return this;
    }

    public String id() {
        return id;
    }

    public String stepId(String name) {
        return nameToId.get(name);
    }

    String nameOf(String step) {
        return nameToId.entrySet().stream()
                .filter(entry -> entry.getValue().equals(step))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("?");
    }

    /** Enabled, in the project. */
    public TestWorkflow publish(TestDatabase db, String project) {
        return publish(DatabaseRows.of(db), project);
    }

    public TestWorkflow publish(DatabaseRows db, String project) {
        var graph =
                new JsonObject().put("steps", steps).put("transitions", links).encode();
        db.query("""
                INSERT INTO workflows (project_id, id, name, enabled, trigger_type, trigger_config, allow_reentry, live_version)
                VALUES (?::uuid, ?::uuid, ?, true, 'EVENT', json_build_object('eventName', ?::text), ?, 1)
                """, project, id, "Flow on " + event, event, allowReentry);
        db.query(
                "INSERT INTO workflow_versions (project_id, workflow_id, version, graph) VALUES (?::uuid, ?::uuid, 1, ?::json)",
                project,
                id,
                graph);
        db.query("""
                INSERT INTO workflow_triggers (project_id, event_name, kind, workflow_id, version, allow_reentry)
                VALUES (?::uuid, ?, 'START', ?::uuid, 1, ?)
                """, project, event, id, allowReentry);
        for (var step : steps) {
            var drawn = (JsonObject) step;
            if (drawn.getString("type").equals("WAIT_FOR_EVENT")) {
                db.query("""
                        INSERT INTO workflow_triggers (project_id, event_name, kind, workflow_id)
                        VALUES (?::uuid, ?, 'WAIT', ?::uuid) ON CONFLICT DO NOTHING
                        """, project, drawn.getJsonObject("config").getString("eventName"), id);
            }
        }
        return this;
    }
}
