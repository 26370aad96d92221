package io.godwit.kit.model;

import io.godwit.kit.model.ModelWorkflow.ModelStep;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A model of workflows, written down naively: one contact after the other, one step after the other, nothing at once. It knows the
 * rules from the reference and none of the engine's code.
 */
public final class ModelWorld {

    public static final String UNSUBSCRIBED = "contact.unsubscribed";

    /** A workflow's draft, and what new executions run. */
    public static final class Plan {
        public final String trigger;
        final boolean reentry;
        public ModelWorkflow draft;
        ModelWorkflow live;
        public boolean enabled;

        public Plan(String trigger, boolean reentry, ModelWorkflow draft) {
            this.trigger = trigger;
            this.reentry = reentry;
            this.draft = draft;
        }

        public void enable() {
            enabled = true;
            live = draft.copy();
        }

        public void edited() {
            live = enabled ? draft.copy() : live;
        }
    }

    /** A contact. */
    public static final class ModelContact {
        boolean subscribed = true;
        boolean left;
        final Map<String, Object> data = new HashMap<>();
        public final List<String> mails = new ArrayList<>();
        public final List<ModelExecution> executions = new ArrayList<>();
    }

    /** An execution. */
    public static final class ModelExecution {
        public final int plan;
        final ModelWorkflow flow;
        final Map<String, Object> context = new HashMap<>();
        public final List<String> visits = new ArrayList<>();
        public String status = "RUNNING";
        ModelStep at;

        ModelExecution(int plan, ModelWorkflow flow) {
            this.plan = plan;
            this.flow = flow;
        }

        public boolean active() {
            return status.equals("WAITING");
        }

        /** Returns whether some time ends its rest. */
        public boolean hasTime() {
            return active() && (at.type().equals("DELAY") || at.config().containsKey("timeout"));
        }
    }

    private final String marketing;
    public final List<Plan> plans = new ArrayList<>();
    public final Map<String, ModelContact> contacts = new LinkedHashMap<>();

    /** {@code marketing} is the one template that asks for consent. */
    public ModelWorld(String marketing) {
        this.marketing = marketing;
    }

    public ModelContact contact(String email) {
        return contacts.computeIfAbsent(email, ignored -> new ModelContact());
    }

    /** {@code POST /v1/track}. */
    public void track(String email, String name, JsonObject data) {
        var person = contact(email);
        person.data.putAll(data.getMap());
        happen(person, name, data);
        settle(person);
    }

    /** A contact that is in is not taken in again, as it is when the event comes; then waits end. */
    private void happen(ModelContact person, String name, JsonObject data) {
        var starting = new ArrayList<ModelExecution>();
        for (var number = 0; number < plans.size(); number++) {
            if (plans.get(number).enabled && plans.get(number).trigger.equals(name) && mayEnter(person, number)) {
                var execution = new ModelExecution(number, plans.get(number).live);
                execution.context.putAll(data.getMap());
                starting.add(execution);
            }
        }
        for (var execution : List.copyOf(person.executions)) {
            if (execution.active() && isAwaited(execution, name, data)) {
                execution.context.putAll(data.getMap());
                leave(person, execution, "EVENT");
            }
        }
        starting.forEach(execution -> {
            person.executions.add(execution);
            come(person, execution, execution.flow.box("trigger"));
        });
    }

    private boolean mayEnter(ModelContact person, int plan) {
        return person.executions.stream()
                .filter(execution -> execution.plan == plan)
                .noneMatch(execution -> execution.active() || !plans.get(plan).reentry);
    }

    private static boolean isAwaited(ModelExecution execution, String name, JsonObject data) {
        return execution.at.type().equals("WAIT_FOR_EVENT")
                && execution.at.config().getString("eventName").equals(name)
                && (!execution.at.config().containsKey("conditions")
                        || above(
                                data.getMap(),
                                execution.at.config().getJsonArray("conditions").getJsonObject(0)));
    }

    private static boolean above(Map<String, Object> data, JsonObject condition) {
        return data.get("amount") instanceof Integer amount && amount > condition.getInteger("value");
    }

    /** The time an execution waits for is over. */
    public void pass(String email, ModelExecution execution) {
        leave(contact(email), execution, execution.at.type().equals("DELAY") ? "" : "TIMEOUT");
        settle(contact(email));
    }

    public void cancel(ModelExecution execution) {
        execution.status = "CANCELLED";
    }

    private void leave(ModelContact person, ModelExecution execution, String exit) {
        execution.visits.set(execution.visits.size() - 1, (execution.at.name() + " " + exit).strip());
        go(person, execution, exit);
    }

    private void go(ModelContact person, ModelExecution execution, String exit) {
        var next = execution.flow.ways(execution.at.name()).get(exit);
        if (next == null) {
            execution.status = "COMPLETED";
        } else {
            come(person, execution, execution.flow.box(next));
        }
    }

    private void come(ModelContact person, ModelExecution execution, ModelStep box) {
        execution.at = box;
        switch (box.type()) {
            case "DELAY", "WAIT_FOR_EVENT" -> {
                execution.status = "WAITING";
                execution.visits.add(box.name() + " …");
            }
            case "EXIT" -> {
                execution.status = "EXITED";
                execution.visits.add(box.name());
            }
            case "CONDITION" -> {
                var exit = holds(person, execution, box.config()) ? "yes" : "no";
                execution.visits.add(box.name() + " " + exit);
                go(person, execution, exit);
            }
            case "SEND_EMAIL" -> mail(person, execution, box);
            case "UPDATE_CONTACT" -> update(person, execution, box);
            default -> {
                execution.visits.add(box.name());
                go(person, execution, "");
            }
        }
    }

    private static boolean holds(ModelContact person, ModelExecution execution, JsonObject question) {
        return switch (question.getString("field").replaceAll("[0-9]", "")) {
            case "event.amount" -> above(execution.context, question);
            case "subscribed" -> person.subscribed;
            case "contact.data.copy" ->
                person.data.get(question.getString("field").substring(13)) != null;
            default ->
                Objects.equals(person.data.get(question.getString("field").substring(5)), question.getValue("value"));
        };
    }

    private void mail(ModelContact person, ModelExecution execution, ModelStep box) {
        var template = box.config().getString("templateId");
        if (template.equals(marketing) && !person.subscribed) {
            execution.visits.add(box.name() + " SKIPPED");
        } else {
            execution.visits.add(box.name());
            person.mails.add(template);
        }
        go(person, execution, "");
    }

    private void update(ModelContact person, ModelExecution execution, ModelStep box) {
        execution.visits.add(box.name());
        box.config().getJsonObject("updates", new JsonObject()).forEach(change -> {
            var value = "{{event.amount}}".equals(change.getValue()) ? amount(execution) : change.getValue();
            if (value == null) {
                person.data.remove(change.getKey());
            } else if (!value.equals("")) {
                person.data.put(change.getKey(), value);
            }
        });
        var was = person.subscribed;
        var action = box.config().getString("subscriptionAction", "none");
        person.subscribed = action.equals("subscribe") || (was && !action.equals("unsubscribe"));
        person.left |= was && !person.subscribed;
        go(person, execution, "");
    }

    private static Object amount(ModelExecution execution) {
        return execution.context.containsKey("amount") ? String.valueOf(execution.context.get("amount")) : "";
    }

    /** A contact that unsubscribed on the way is reported when the way is over. */
    private void settle(ModelContact person) {
        if (person.left) {
            person.left = false;
            happen(person, UNSUBSCRIBED, new JsonObject());
        }
    }
}
