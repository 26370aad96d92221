package io.godwit.kit.model;

import static io.godwit.kit.workflows.WorkflowApi.json;
import static io.godwit.kit.workflows.WorkflowApi.object;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.model.ModelWorkflow.ModelStep;
import io.godwit.kit.model.ModelWorld.Plan;
import io.godwit.kit.workflows.WorkflowApi;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The same world on a real node: drawn, edited and driven through HTTP, looked at in the tables. */
public final class ModelNode {

    private final WorkflowApi calls;
    private final List<String> workflows = new ArrayList<>();
    private final Map<String, String> nameToStep = new HashMap<>();
    private final Map<String, String> stepToName = new HashMap<>();

    public ModelNode(WorkflowApi calls) {
        this.calls = calls;
    }

    public void draw(Plan plan) {
        var number = workflows.size();
        var id = calls.workflow(plan.trigger);
        workflows.add(id);
        named(number, "trigger", calls.trigger(id));
        plan.draft.boxes().stream()
                .filter(box -> !box.name().equals("trigger"))
                .forEach(box -> named(number, box.name(), calls.lone(id, box.type(), box.config())));
        plan.draft.boxes().forEach(box -> plan.draft
                .ways(box.name())
                .forEach((exit, to) -> calls.link(id, step(number, box.name()), step(number, to), outcome(box, exit))));
        json(calls.patch(path(number), object("allowReentry", plan.reentry)), 200);
    }

    private static Object[] outcome(ModelStep box, String exit) {
        return switch (box.type()) {
            case "CONDITION" -> new Object[] {"branch", exit};
            case "WAIT_FOR_EVENT" -> new Object[] {"waitOutcome", exit};
            default -> new Object[0];
        };
    }

    private void named(int flow, String name, String step) {
        nameToStep.put(flow + name, step);
        stepToName.put(step, name);
    }

    private String step(int flow, String name) {
        return nameToStep.get(flow + name);
    }

    private String path(int flow) {
        return "/workflows/" + workflows.get(flow);
    }

    public void enable(int flow, boolean enabled) {
        json(calls.patch(path(flow), object("enabled", enabled)), 200);
    }

    public void change(int flow, ModelStep box) {
        json(calls.patch(path(flow) + "/steps/" + step(flow, box.name()), object("config", box.config())), 200);
    }

    public void splice(int flow, String name) {
        json(calls.delete(path(flow) + "/steps/" + step(flow, name) + "?splice=true"), 204);
    }

    public void insert(int flow, String from, String exit, String to, ModelStep box) {
        var link = json(calls.get(path(flow)), 200).getJsonArray("transitions").stream()
                .map(JsonObject.class::cast)
                .filter(one -> one.getString("fromStepId").equals(step(flow, from))
                        && one.getString("toStepId").equals(step(flow, to)))
                .filter(one -> exit.isEmpty()
                        || exit.equals(one.getString("branch"))
                        || exit.equals(one.getString("waitOutcome")))
                .findFirst()
                .orElseThrow()
                .getString("id");
        var body = WorkflowApi.step(box.type(), box.config());
        named(
                flow,
                box.name(),
                json(calls.post(path(flow) + "/transitions/" + link + "/insert-step", body), 201)
                        .getString("id"));
    }

    public void track(String email, String event, JsonObject data) {
        json(calls.post("/v1/track", object("email", email, "event", event, "data", data)), 200);
    }

    /** The time of the rest of the contact's active execution is over, by the clock that counts. */
    public void pass(String email, int flow) {
        calls.server().database().query("""
                UPDATE execution_timers t
                   SET due_at = now() - interval '1 millisecond',
                       wait_until = CASE WHEN wait_event IS NOT NULL THEN now() - interval '1 millisecond' END
                  FROM contacts c
                 WHERE c.id = t.contact_id AND c.email = ? AND t.workflow_id = ?::uuid
                """, email, workflows.get(flow));
    }

    public void cancel(String email, int flow) {
        var id = calls.server().database().value("""
                SELECT execution_id::text FROM execution_timers t JOIN contacts c ON c.id = t.contact_id
                 WHERE c.email = ? AND t.workflow_id = ?::uuid
                """, email, workflows.get(flow));
        json(calls.delete(path(flow) + "/executions/" + id), 200);
    }

    /** Until nothing is left that could happen by itself, soon either: whoever found its contact held is tried again soon. */
    public void rest() {
        await().atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> calls.server().database().count("""
                                SELECT (SELECT count(*) FROM execution_timers WHERE due_at <= now() + interval '1 second' OR lease_until IS NOT NULL)
                                     + (SELECT count(*) FROM execution_pending_events WHERE NOT seen)
                                     + (SELECT count(*) FROM executions WHERE status = 'RUNNING')
                                """) == 0);
    }

    /** The state an author would look at first. */
    public String drafts() {
        return workflows.stream()
                .map(calls::whole)
                .map(whole -> whole.getBoolean("enabled") + " version " + whole.getInteger("version") + " "
                        + whole.getJsonArray("problems").encode())
                .collect(java.util.stream.Collectors.joining("\n"));
    }

    /** {@code flow STATUS: visits} of each execution, in the order they began, by address. */
    public Map<String, List<String>> executions() {
        var rows = calls.server().database().query("""
                SELECT e.id::text AS id, e.workflow_id::text AS flow, c.email, e.status AS ended, v.step_id::text AS step,
                       v.status, v.branch
                  FROM executions e
                  JOIN contacts c ON c.id = e.contact_id
                  LEFT JOIN execution_visits v ON v.execution_id = e.id
                 WHERE e.workflow_id::text = ANY (string_to_array(?, ','))
                 ORDER BY e.started_at, e.id, v.visit
                """, String.join(",", workflows));
        var idToText = new java.util.LinkedHashMap<String, StringBuilder>();
        var idToEmail = new HashMap<String, String>();
        rows.forEach(row -> {
            var id = (String) row.get("id");
            idToEmail.put(id, (String) row.get("email"));
            idToText.computeIfAbsent(
                            id,
                            ignored -> new StringBuilder(
                                    workflows.indexOf(row.get("flow")) + " " + row.get("ended") + ":"))
                    .append(", ")
                    .append(visit(row));
        });
        var found = new TreeMap<String, List<String>>();
        idToText.forEach((id, text) -> found.computeIfAbsent(idToEmail.get(id), ignored -> new ArrayList<>())
                .add(text.toString()));
        found.values().forEach(java.util.Collections::sort);
        return found;
    }

    private String visit(Map<String, Object> row) {
        var name = stepToName.get((String) row.get("step"));
        if (row.get("branch") != null) {
            return name + " " + row.get("branch");
        } else if (row.get("ended").equals("CANCELLED") && row.get("status").equals("SKIPPED")) {
            return name + " …";
        }
        return name + Map.of("WAITING", " …", "SKIPPED", " SKIPPED").getOrDefault(row.get("status"), "");
    }

    /** The templates of each one's mails, sorted, by address. */
    public Map<String, List<String>> mails(String suffix) {
        var found = new TreeMap<String, List<String>>();
        calls.server()
                .database()
                .query(
                        "SELECT to_email, template_id::text AS template FROM emails WHERE to_email LIKE ? ORDER BY 2",
                        "%" + suffix)
                .forEach(row -> found.computeIfAbsent((String) row.get("to_email"), ignored -> new ArrayList<>())
                        .add((String) row.get("template")));
        return found;
    }
}
