package io.godwit.kit.model;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/** A workflow as the model knows it: boxes by their names, and where each of their ways leads. */
public final class ModelWorkflow {

    /** One box; what it means is read from its config by {@link ModelWorld}, which shares no code with the engine. */
    public record ModelStep(String name, String type, JsonObject config) {}

    private final Map<String, ModelStep> boxes = new LinkedHashMap<>();
    private final Map<String, Map<String, String>> ways = new HashMap<>();

    ModelWorkflow copy() {
        var copy = new ModelWorkflow();
        copy.boxes.putAll(boxes);
        ways.forEach((from, exits) -> copy.ways.put(from, new LinkedHashMap<>(exits)));
        return copy;
    }

    ModelStep box(String name) {
        return boxes.get(name);
    }

    public List<ModelStep> boxes() {
        return List.copyOf(boxes.values());
    }

    public void put(ModelStep box) {
        boxes.put(box.name(), box);
        ways.computeIfAbsent(box.name(), ignored -> new LinkedHashMap<>());
    }

    /** Exit to name. */
    public Map<String, String> ways(String from) {
        return ways.get(from);
    }

    /** Takes a box without a choice out and joins what it stood between; a way that would lead to its own box ends. */
    public void splice(String name) {
        var behind = ways.remove(name).get("");
        boxes.remove(name);
        ways.forEach((from, exits) -> {
            if (behind == null || behind.equals(from)) {
                exits.values().removeIf(name::equals);
            } else {
                exits.replaceAll((ignored, to) -> to.equals(name) ? behind : to);
            }
        });
    }

    /** Puts a box without a choice between two. */
    public void insert(String from, String exit, ModelStep box) {
        put(box);
        ways.get(box.name()).put("", ways.get(from).get(exit));
        ways.get(from).put(exit, box.name());
    }

    @Override
    public String toString() {
        return boxes.values().stream()
                .map(box -> box.name() + " " + box.type() + " " + box.config().encode() + " " + ways.get(box.name()))
                .collect(Collectors.joining("\n  ", "\n  ", ""));
    }

    public static boolean isPlain(ModelStep box) {
        return List.of("SEND_EMAIL", "UPDATE_CONTACT", "DELAY").contains(box.type());
    }

    /**
     * Draws one of up to some ten boxes. Ways lead forward, join, or lead back from the time-out of a wait, so that no round is
     * without a rest. Flows keep to fields of their own, because two that ran at once would race for them.
     *
     * @param events names
     * @param templates ids; the first one is marketing mail, for flow 0 alone
     */
    public static final class WorkflowGenerator {

        private final Random random;
        private final int flow;
        private final List<String> events;
        private final List<String> templates;
        private final ModelWorkflow drawn = new ModelWorkflow();
        private int made;

        public WorkflowGenerator(Random random, int flow, List<String> events, List<String> templates) {
            this.random = random;
            this.flow = flow;
            this.events = events;
            this.templates = templates;
        }

        public ModelWorkflow draw(String trigger) {
            drawn.put(new ModelStep("trigger", "TRIGGER", new JsonObject().put("eventName", trigger)));
            var ancestors = new ArrayList<String>();
            lead("trigger", "", 5, ancestors);
            return drawn;
        }

        private void lead(String from, String exit, int depth, List<String> ancestors) {
            if (depth == 0 || made > 9 || random.nextInt(12) == 0) {
                return;
            }
            var joinable = drawn.boxes().stream()
                    .map(ModelStep::name)
                    .filter(name -> !name.equals("trigger") && !ancestors.contains(name) && !name.equals(from))
                    .toList();
            var backwards = ancestors.stream()
                    .filter(name -> !name.equals("trigger") && !name.equals(from))
                    .toList();
            if (exit.equals("TIMEOUT") && !backwards.isEmpty() && random.nextInt(3) == 0) {
                drawn.ways(from).put(exit, backwards.get(random.nextInt(backwards.size())));
            } else if (!joinable.isEmpty() && random.nextInt(6) == 0 && !leadsTo(joinable, ancestors, from)) {
                drawn.ways(from).put(exit, joinable.get(0));
            } else {
                grow(from, exit, depth, ancestors);
            }
        }

        /** A box that leads back to where we come from would close a round without a rest. */
        private boolean leadsTo(List<String> joinable, List<String> ancestors, String from) {
            var reached = new ArrayList<>(List.of(joinable.get(0)));
            for (var at = 0; at < reached.size(); at++) {
                for (var next : drawn.ways(reached.get(at)).values()) {
                    if (!reached.contains(next)) {
                        reached.add(next);
                    }
                }
            }
            return reached.contains(from) || reached.stream().anyMatch(ancestors::contains);
        }

        private void grow(String from, String exit, int depth, List<String> ancestors) {
            var box = box();
            drawn.put(box);
            drawn.ways(from).put(exit, box.name());
            var inside = new ArrayList<>(ancestors);
            inside.add(box.name());
            exits(box).forEach(way -> lead(box.name(), way, depth - 1, inside));
        }

        private static List<String> exits(ModelStep box) {
            return switch (box.type()) {
                case "EXIT" -> List.of();
                case "CONDITION" -> List.of("yes", "no");
                case "WAIT_FOR_EVENT" ->
                    box.config().containsKey("timeout") ? List.of("EVENT", "TIMEOUT") : List.of("EVENT");
                default -> List.of("");
            };
        }

        private ModelStep box() {
            made++;
            var name = "f" + flow + "b" + made;
            return switch (random.nextInt(9)) {
                case 0 -> new ModelStep(name, "EXIT", new JsonObject().put("reason", "out " + name));
                case 1, 2 -> new ModelStep(name, "WAIT_FOR_EVENT", waiting());
                case 3, 4 -> new ModelStep(name, "CONDITION", asking());
                default -> plain(name);
            };
        }

        public ModelStep plain(String name) {
            return switch (random.nextInt(3)) {
                case 0 ->
                    new ModelStep(
                            name,
                            "DELAY",
                            new JsonObject()
                                    .put("amount", 1 + random.nextInt(9))
                                    .put("unit", "days"));
                case 1 -> new ModelStep(name, "UPDATE_CONTACT", changing());
                default -> {
                    var template = templates.get(flow == 0 ? random.nextInt(templates.size()) : 1 + random.nextInt(2));
                    yield new ModelStep(name, "SEND_EMAIL", new JsonObject().put("templateId", template));
                }
            };
        }

        private JsonObject waiting() {
            var config = new JsonObject().put("eventName", events.get(random.nextInt(events.size())));
            if (random.nextInt(3) > 0) {
                config.put("timeout", 86_400 * (1 + random.nextInt(5)));
            }
            if (random.nextInt(3) == 0) {
                config.put("conditions", new JsonArray().add(amountAbove(3)));
            }
            return config;
        }

        private static JsonObject amountAbove(int value) {
            return new JsonObject()
                    .put("field", "event.amount")
                    .put("operator", "greaterThan")
                    .put("value", value);
        }

        private JsonObject asking() {
            return switch (random.nextInt(flow == 0 ? 4 : 3)) {
                case 0 -> amountAbove(5);
                case 1 ->
                    new JsonObject()
                            .put("field", "data.k" + flow)
                            .put("operator", "equals")
                            .put("value", "v1");
                case 2 ->
                    new JsonObject().put("field", "contact.data.copy" + flow).put("operator", "exists");
                default ->
                    new JsonObject()
                            .put("field", "subscribed")
                            .put("operator", "equals")
                            .put("value", true);
            };
        }

        private JsonObject changing() {
            return switch (random.nextInt(flow == 0 ? 5 : 3)) {
                case 0 -> updates(new JsonObject().put("k" + flow, "v" + (1 + random.nextInt(2))));
                case 1 -> updates(new JsonObject().put("copy" + flow, "{{event.amount}}"));
                case 2 -> updates(new JsonObject().putNull("k" + flow));
                case 3 -> new JsonObject().put("subscriptionAction", "unsubscribe");
                default -> new JsonObject().put("subscriptionAction", "subscribe");
            };
        }

        private static JsonObject updates(JsonObject members) {
            return new JsonObject().put("updates", members);
        }
    }
}
