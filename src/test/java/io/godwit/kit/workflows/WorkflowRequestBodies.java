package io.godwit.kit.workflows;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.UUID;

/** Right bodies for the routes of workflows. */
public final class WorkflowRequestBodies {

    private static final String SOME_ID = UUID.randomUUID().toString();

    private WorkflowRequestBodies() {}

    public static Map<String, JsonObject> all() {
        var step = new JsonObject()
                .put("type", "DELAY")
                .put("name", "Two days")
                .put("position", place())
                .put("config", new JsonObject().put("amount", 2).put("unit", "days"));
        return Map.of(
                "/workflows",
                new JsonObject()
                        .put("name", "Onboarding")
                        .put("eventName", "signed_up")
                        .put("description", "text")
                        .put("allowReentry", true),
                "/workflows/:id",
                new JsonObject()
                        .put("name", "Onboarding")
                        .put("description", "text")
                        .put("triggerType", "EVENT")
                        .put("triggerConfig", new JsonObject().put("eventName", "signed_up"))
                        .put("enabled", false)
                        .put("allowReentry", true),
                "/workflows/bulk-update",
                new JsonObject().put("ids", new JsonArray().add(SOME_ID)).put("delete", true),
                "/workflows/:id/steps",
                step.copy().put("autoConnect", false),
                "/workflows/:id/steps/:stepId",
                new JsonObject()
                        .put("name", "Three days")
                        .put("position", place())
                        .put("config", step.getJsonObject("config")),
                "/workflows/:id/transitions",
                new JsonObject()
                        .put("fromStepId", SOME_ID)
                        .put("toStepId", SOME_ID)
                        .put("condition", new JsonObject().put("branch", "yes"))
                        .put("branch", "yes")
                        .put("waitOutcome", "EVENT")
                        .put("priority", 0),
                "/workflows/:id/graph",
                new JsonObject()
                        .put("steps", new JsonArray().add(step("TRIGGER")).add(step("EXIT")))
                        .put(
                                "transitions",
                                new JsonArray()
                                        .add(new JsonObject()
                                                .put("fromStepId", "TRIGGER")
                                                .put("toStepId", "EXIT"))),
                "/workflows/:id/transitions/:transitionId/insert-step",
                step,
                "/workflows/:id/executions",
                new JsonObject().put("contactId", SOME_ID).put("context", new JsonObject().put("amount", 7)),
                "/workflows/:id/simulate",
                simulation());
    }

    private static JsonObject step(String type) {
        return new JsonObject().put("id", type).put("type", type).put("name", type);
    }

    private static JsonObject simulation() {
        var event =
                new JsonObject().put("name", "paid").put("after", 60).put("data", new JsonObject().put("plan", "pro"));
        return new JsonObject()
                .put(
                        "contact",
                        new JsonObject()
                                .put("email", "ada@example.com")
                                .put("subscribed", true)
                                .put("data", new JsonObject().put("plan", "free")))
                .put("context", new JsonObject().put("amount", 7))
                .put("events", new JsonArray().add(event))
                .put("draft", true);
    }

    private static JsonObject place() {
        return new JsonObject().put("x", 100).put("y", 200);
    }
}
