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
 * What workflows do, written down naively: one contact after the other, one step after the other, nothing at once. It knows the
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
        public final List<ModelExecution> journeys = new ArrayList<>();
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

        /** Whether some time ends its rest. */
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

    /** Who is in stays out, as it is when the event comes; then waits end. */
    private void happen(ModelContact person, String name, JsonObject data) {
        var starting = new ArrayList<ModelExecution>();
        for (var number = 0; number < plans.size(); number++) {
            if (plans.get(number).enabled && plans.get(number).trigger.equals(name) && mayEnter(person, number)) {
                var journey = new ModelExecution(number, plans.get(number).live);
                journey.context.putAll(data.getMap());
                starting.add(journey);
            }
        }
        for (var journey : List.copyOf(person.journeys)) {
            if (journey.active() && isAwaited(journey, name, data)) {
                journey.context.putAll(data.getMap());
                leave(person, journey, "EVENT");
            }
        }
        starting.forEach(journey -> {
            person.journeys.add(journey);
            come(person, journey, journey.flow.box("trigger"));
        });
    }

    private boolean mayEnter(ModelContact person, int plan) {
        return person.journeys.stream()
                .filter(journey -> journey.plan == plan)
                .noneMatch(journey -> journey.active() || !plans.get(plan).reentry);
    }

    private static boolean isAwaited(ModelExecution journey, String name, JsonObject data) {
        return journey.at.type().equals("WAIT_FOR_EVENT")
                && journey.at.config().getString("eventName").equals(name)
                && (!journey.at.config().containsKey("conditions")
                        || above(
                                data.getMap(),
                                journey.at.config().getJsonArray("conditions").getJsonObject(0)));
    }

    private static boolean above(Map<String, Object> data, JsonObject condition) {
        return data.get("amount") instanceof Integer amount && amount > condition.getInteger("value");
    }

    /** The time a journey rests for is over. */
    public void pass(String email, ModelExecution journey) {
        leave(contact(email), journey, journey.at.type().equals("DELAY") ? "" : "TIMEOUT");
        settle(contact(email));
    }

    public void cancel(ModelExecution journey) {
        journey.status = "CANCELLED";
    }

    private void leave(ModelContact person, ModelExecution journey, String exit) {
        journey.visits.set(journey.visits.size() - 1, (journey.at.name() + " " + exit).strip());
        go(person, journey, exit);
    }

    private void go(ModelContact person, ModelExecution journey, String exit) {
        var next = journey.flow.ways(journey.at.name()).get(exit);
        if (next == null) {
            journey.status = "COMPLETED";
        } else {
            come(person, journey, journey.flow.box(next));
        }
    }

    private void come(ModelContact person, ModelExecution journey, ModelStep box) {
        journey.at = box;
        switch (box.type()) {
            case "DELAY", "WAIT_FOR_EVENT" -> {
                journey.status = "WAITING";
                journey.visits.add(box.name() + " …");
            }
            case "EXIT" -> {
                journey.status = "EXITED";
                journey.visits.add(box.name());
            }
            case "CONDITION" -> {
                var exit = holds(person, journey, box.config()) ? "yes" : "no";
                journey.visits.add(box.name() + " " + exit);
                go(person, journey, exit);
            }
            case "SEND_EMAIL" -> mail(person, journey, box);
            case "UPDATE_CONTACT" -> update(person, journey, box);
            default -> {
                journey.visits.add(box.name());
                go(person, journey, "");
            }
        }
    }

    private static boolean holds(ModelContact person, ModelExecution journey, JsonObject question) {
        return switch (question.getString("field").replaceAll("[0-9]", "")) {
            case "event.amount" -> above(journey.context, question);
            case "subscribed" -> person.subscribed;
            case "contact.data.copy" ->
                person.data.get(question.getString("field").substring(13)) != null;
            default ->
                Objects.equals(person.data.get(question.getString("field").substring(5)), question.getValue("value"));
        };
    }

    private void mail(ModelContact person, ModelExecution journey, ModelStep box) {
        var template = box.config().getString("templateId");
        if (template.equals(marketing) && !person.subscribed) {
            journey.visits.add(box.name() + " SKIPPED");
        } else {
            journey.visits.add(box.name());
            person.mails.add(template);
        }
        go(person, journey, "");
    }

    private void update(ModelContact person, ModelExecution journey, ModelStep box) {
        journey.visits.add(box.name());
        box.config().getJsonObject("updates", new JsonObject()).forEach(change -> {
            var value = "{{event.amount}}".equals(change.getValue()) ? amount(journey) : change.getValue();
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
        go(person, journey, "");
    }

    private static Object amount(ModelExecution journey) {
        return journey.context.containsKey("amount") ? String.valueOf(journey.context.get("amount")) : "";
    }

    /** Whoever unsubscribed on the way is told of when the way is over. */
    private void settle(ModelContact person) {
        if (person.left) {
            person.left = false;
            happen(person, UNSUBSCRIBED, new JsonObject());
        }
    }
}
