package io.godwit.workflows;

import static io.godwit.kit.workflows.WorkflowApi.json;
import static io.godwit.kit.workflows.WorkflowApi.object;
import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.model.ModelNode;
import io.godwit.kit.model.ModelWorkflow;
import io.godwit.kit.model.ModelWorkflow.ModelStep;
import io.godwit.kit.model.ModelWorkflow.WorkflowGenerator;
import io.godwit.kit.model.ModelWorld;
import io.godwit.kit.model.ModelWorld.ModelExecution;
import io.godwit.kit.model.ModelWorld.Plan;
import io.godwit.kit.workflows.WorkflowApi;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random workflows, events, times and edits, on a real node and on a naive model: the same
 * steps, the same mails, the same ends. A failure names its seed.
 */
@GodwitServer
class WorkflowModelTest {

    private static final int CONTACTS = 30;
    private static final int FLOWS = 3;

    private static TestServer server;
    private static WorkflowApi calls;
    private static List<String> templates;

    @BeforeAll
    static void start() {
        calls = new WorkflowApi(server, 0);
        templates = List.of(template("MARKETING"), template("TRANSACTIONAL"), template("TRANSACTIONAL"));
    }

    private static String template(String type) {
        var template =
                object("name", "T", "subject", "s", "body", "<p>b</p>", "type", type, "from", "a@" + server.domain(0));
        return json(calls.post("/templates", template), 201).getString("id");
    }

    @Test
    void whatANodeDoesIsWhatTheModelDoes() {
        new Run(1).rounds(3);
    }

    @Test
    @Tag("soak")
    void whatANodeDoesForLongIsWhatTheModelDoes() {
        new Run(20261122).rounds(6);
        var first = Long.getLong("workflows.seed", System.nanoTime());
        IntStream.range(0, Integer.getInteger("workflows.seeds", 20)).forEach(number -> {
            System.out.println("seed " + (first + number));
            new Run(first + number).rounds(25);
        });
    }

    /** One world and its double. */
    private static final class Run {

        private final long seed;
        private final Random random;
        private final ModelWorld model = new ModelWorld(templates.get(0));
        private final ModelNode node = new ModelNode(calls);
        private final List<String> events;
        private final String suffix;
        private final List<String> log = new ArrayList<>();
        private int inserted;

        Run(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
            this.suffix = "." + Long.toHexString(seed) + "@example.com";
            this.events = IntStream.range(0, 4)
                    .mapToObj(number -> "e" + number + "-" + Long.toHexString(seed))
                    .toList();
            for (var flow = 0; flow < FLOWS; flow++) {
                var trigger = flow == FLOWS - 1 ? ModelWorld.UNSUBSCRIBED : events.get(flow);
                var drawn = new WorkflowGenerator(random, flow, events, templates).draw(trigger);
                var plan = new Plan(trigger, random.nextInt(3) > 0, drawn);
                node.draw(plan);
                node.enable(flow, true);
                plan.enable();
                model.plans.add(plan);
            }
        }

        void rounds(int count) {
            for (var round = 0; round < count; round++) {
                if (random.nextBoolean()) {
                    edit(random.nextInt(FLOWS));
                }
                IntStream.range(0, CONTACTS).forEach(contact -> act("c" + contact + suffix));
                node.rest();
                compare(round);
            }
            IntStream.range(0, FLOWS).forEach(flow -> node.enable(flow, false));
        }

        /** Something happens to a contact: time passes for it, an event comes, or somebody ends it all. */
        private void act(String email) {
            var resting = model.contact(email).executions.stream()
                    .filter(ModelExecution::active)
                    .toList();
            var timed = resting.stream().filter(ModelExecution::hasTime).toList();
            if (!timed.isEmpty() && random.nextInt(5) < 3) {
                var execution = timed.get(random.nextInt(timed.size()));
                log.add(email + " time of flow " + execution.plan);
                node.pass(email, execution.plan);
                model.pass(email, execution);
            } else if (!resting.isEmpty() && random.nextInt(20) == 0) {
                log.add(email + " cancelled in flow " + resting.get(0).plan);
                node.cancel(email, resting.get(0).plan);
                model.cancel(resting.get(0));
            } else {
                track(email);
            }
        }

        private void track(String email) {
            var event = events.get(random.nextInt(events.size()));
            var data = random.nextInt(4) == 0 ? new JsonObject() : object("amount", random.nextInt(10));
            log.add(email + " " + event + " " + data.encode());
            node.track(email, event, data);
            model.track(email, event, data);
        }

        private void edit(int flow) {
            var plan = model.plans.get(flow);
            switch (random.nextInt(4)) {
                case 0 -> {
                    log.add("flow " + flow + " enabled: " + !plan.enabled);
                    node.enable(flow, !plan.enabled);
                    if (plan.enabled) {
                        plan.enabled = false;
                    } else {
                        plan.enable();
                    }
                }
                case 1 ->
                    plain(plan).ifPresent(box -> {
                        log.add("flow " + flow + " without " + box.name());
                        node.splice(flow, box.name());
                        plan.draft.splice(box.name());
                        plan.edited();
                    });
                case 2 -> insert(flow, plan);
                default ->
                    plain(plan)
                            .filter(box -> box.type().equals("UPDATE_CONTACT"))
                            .ifPresent(box -> {
                                var config = object("updates", object("k" + flow, "v" + (1 + random.nextInt(2))));
                                var changed = new ModelStep(box.name(), box.type(), config);
                                log.add("flow " + flow + " with another " + box.name());
                                node.change(flow, changed);
                                plan.draft.put(changed);
                                plan.edited();
                            });
            }
        }

        private java.util.Optional<ModelStep> plain(Plan plan) {
            var boxes =
                    plan.draft.boxes().stream().filter(ModelWorkflow::isPlain).toList();
            return boxes.isEmpty()
                    ? java.util.Optional.empty()
                    : java.util.Optional.of(boxes.get(random.nextInt(boxes.size())));
        }

        private void insert(int flow, Plan plan) {
            var froms = plan.draft.boxes().stream()
                    .filter(box -> !plan.draft.ways(box.name()).isEmpty())
                    .toList();
            if (froms.isEmpty()) {
                return;
            }
            var from = froms.get(random.nextInt(froms.size())).name();
            var way = Map.copyOf(plan.draft.ways(from)).entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .findFirst()
                    .orElseThrow();
            var box = new WorkflowGenerator(random, flow, events, templates).plain("f" + flow + "n" + inserted++);
            log.add("flow " + flow + " with " + box.name() + " behind " + from + " " + way.getKey());
            node.insert(flow, from, way.getKey(), way.getValue(), box);
            plan.draft.insert(from, way.getKey(), box);
            plan.edited();
        }

        private void compare(int round) {
            var executions = node.executions();
            var mails = node.mails(suffix);
            model.contacts.forEach((email, person) -> {
                var expected =
                        person.executions.stream().map(Run::told).sorted().toList();
                assertThat(executions.getOrDefault(email, List.of()))
                        .as(story(round, email))
                        .isEqualTo(expected);
                assertThat(mails.getOrDefault(email, List.of()))
                        .as(story(round, email))
                        .isEqualTo(person.mails.stream().sorted().toList());
            });
        }

        /** The events that concern this contact. */
        private String story(int round, String email) {
            return "seed " + seed + ", round " + round + "\n"
                    + log.stream()
                            .filter(line -> line.startsWith("flow") || line.startsWith(email + " "))
                            .collect(Collectors.joining("\n"))
                    + "\n"
                    + model.plans.stream()
                            .map(plan -> plan.trigger + " " + plan.draft)
                            .collect(Collectors.joining("\n"))
                    + "\n" + node.drafts();
        }

        private static String told(ModelExecution execution) {
            return execution.plan + " " + execution.status + ":"
                    + String.join(
                            "",
                            execution.visits.stream().map(visit -> ", " + visit).toList());
        }
    }
}
