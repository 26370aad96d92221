package io.godwit.workflows.engine;

import static io.godwit.kit.workflows.WorkflowServer.TIMEOUT;
import static io.godwit.kit.workflows.WorkflowServer.config;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.workflows.TestWorkflow;
import io.godwit.kit.workflows.WorkflowServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests executions, seen by the API, the tables and the mail server. */
@CloseFields
class ExecutionEngineTest {

    private static WorkflowServer server;

    @BeforeAll
    static void start() {
        server = WorkflowServer.start();
    }

    @Test
    void anEventBringsItsContactIntoAWorkflowThatMailsIt() {
        var template = server.template("Welcome {{plan}} {{event.plan}}", "TRANSACTIONAL");
        var flow =
                server.publish(TestWorkflow.on("signed up").then("mail", "SEND_EMAIL", config("templateId", template)));

        server.track("signed up", "ada@example.com", new JsonObject().put("plan", "pro"));

        server.awaitStatus(flow, "COMPLETED", 1);
        await().atMost(TIMEOUT).until(() -> server.mailsWith("Subject: Welcome").size() == 1);
        assertThat(server.mailsWith("Subject: Welcome pro pro")).hasSize(1);
        assertThat(server.path(flow)).containsExactly("start COMPLETED", "mail COMPLETED");
        assertThat(server.timers(flow)).isZero();
    }

    @Test
    void aContextStandsBeforeTheContactsOwnDataAndHidesNothingOfIt() {
        var template = server.template("Plans {{plan}} {{data.plan}} {{event.plan}} {{data.lang}}", "TRANSACTIONAL");
        var flow =
                server.publish(TestWorkflow.on("compared").then("mail", "SEND_EMAIL", config("templateId", template)));
        server.track("met", "context@example.com", config("plan", "pro", "lang", "fr"));
        var body = config("contactId", server.contact("context@example.com"), "context", config("plan", "trial"));

        server.ok(server.call("POST", "/workflows/" + flow.id() + "/executions", body));

        await().atMost(TIMEOUT).until(() -> server.mailsWith("Subject: Plans").size() == 1);
        assertThat(server.mailsWith("Subject: Plans trial pro trial fr")).hasSize(1);
    }

    @Test
    void aValueForOneTimeOnlyReachesTheMailAndIsGoneAfterwards() {
        var template = server.template("Code {{code}} {{event.code}}", "TRANSACTIONAL");
        var flow = server.publish(
                TestWorkflow.on("code asked").then("mail", "SEND_EMAIL", config("templateId", template)));
        var code = new JsonObject().put("value", "s3cr3t").put("persistent", false);

        server.track(
                "code asked",
                "bea@example.com",
                new JsonObject().put("code", code).put("plan", "free"));

        server.awaitStatus(flow, "COMPLETED", 1);
        await().atMost(TIMEOUT)
                .until(() -> server.mailsWith("Subject: Code s3cr3t s3cr3t").size() == 1);
        await().atMost(TIMEOUT).until(() -> server.count("SELECT count(*) FROM outbox") == 0);
        assertThat(server.count("SELECT count(*) FROM executions WHERE context::text LIKE '%s3cr3t%'"))
                .isZero();
        assertThat(server.count("SELECT count(*) FROM emails WHERE variables::text LIKE '%s3cr3t%'"))
                .isZero();
        assertThat(server.count("SELECT count(*) FROM execution_visits WHERE output::text LIKE '%s3cr3t%'"))
                .isZero();
        assertThat(server.rows("SELECT context::text AS c FROM executions WHERE workflow_id = ?::uuid", flow.id()))
                .extracting(row -> row.get("c"))
                .containsExactly("{\"kept\": {\"plan\": \"free\"}}");
    }

    @Test
    void aDelayIsNeverEarlyAndTheWayGoesOnBehindTwoOfThem() {
        var flow = server.publish(TestWorkflow.on("delayed")
                .then("first", "DELAY", config("amount", 1.2, "unit", "seconds"))
                .then("second", "DELAY", config("amount", 1, "unit", "seconds"))
                .then("bye", "EXIT", config("reason", "enough")));

        server.track("delayed", "cid@example.com");

        server.awaitStatus(flow, "EXITED", 1);
        assertThat(server.path(flow))
                .containsExactly("start COMPLETED", "first COMPLETED", "second COMPLETED", "bye COMPLETED");
        assertThat(server.rows("""
                        SELECT min(completed_at - started_at)::text AS short, bool_and(completed_at >= execute_after) AS punctual
                          FROM execution_visits WHERE execute_after IS NOT NULL AND execution_id = ?::uuid
                        """, server.execution(flow)).get(0).get("punctual"))
                .isEqualTo(true);
        assertThat(server.count(
                        "SELECT count(*) FROM executions WHERE workflow_id = ?::uuid AND exit_reason = 'enough'",
                        flow.id()))
                .isEqualTo(1);
    }

    @Test
    void aConditionTakesTheWayItsBranchLeads() {
        var branches = new JsonArray()
                .add(config("id", "small", "operator", "lessThan", "value", 10))
                .add(config("id", "large", "operator", "greaterThanOrEqual", "value", 10));
        var flow = server.publish(TestWorkflow.on("bought")
                .then("size", "CONDITION", config("mode", "multi", "field", "event.amount", "branches", branches))
                .step("small", "EXIT", config("reason", "small"))
                .step("large", "EXIT", config("reason", "large"))
                .step("none", "EXIT", config("reason", "none"))
                .branch("size", "small", "small")
                .branch("size", "large", "large")
                .branch("size", "default", "none"));

        server.track("bought", "d1@example.com", new JsonObject().put("amount", 3));
        server.track("bought", "d2@example.com", new JsonObject().put("amount", "30"));
        server.track("bought", "d3@example.com", new JsonObject().put("amount", "many"));

        server.awaitStatus(flow, "EXITED", 3);
        assertThat(server.rows("""
                        SELECT c.email, e.exit_reason FROM executions e JOIN contacts c ON c.id = e.contact_id
                         WHERE e.workflow_id = ?::uuid ORDER BY c.email
                        """, flow.id()))
                .extracting(row -> row.get("exit_reason"))
                .containsExactly("small", "large", "none");
    }

    @Test
    void anUpdateFollowsTheDataRulesUsesVariablesAndTellsOfAFlip() {
        var updates = new JsonObject()
                .put("greeting", "Hello {{data.first}}")
                .put("old", (Object) null)
                .put("email", "mallory@example.com")
                .put("id", "1")
                .put("unsubscribeUrl", "https://example.com");
        var flow = server.publish(TestWorkflow.on("upgraded")
                .then("update", "UPDATE_CONTACT", config("updates", updates, "subscriptionAction", "unsubscribe"))
                .then("ask", "CONDITION", config("field", "subscribed", "operator", "equals", "value", false))
                .step("yes", "EXIT", config())
                .branch("ask", "yes", "yes"));

        server.track(
                "upgraded",
                "eve@example.com",
                new JsonObject().put("first", "Eve").put("old", 1));

        server.awaitStatus(flow, "EXITED", 1);
        assertThat(server.rows("SELECT data::text AS data, subscribed FROM contacts WHERE email = 'eve@example.com'"))
                .singleElement()
                .satisfies(row -> {
                    assertThat(new JsonObject((String) row.get("data")))
                            .isEqualTo(new JsonObject().put("first", "Eve").put("greeting", "Hello Eve"));
                    assertThat(row.get("subscribed")).isEqualTo(false);
                });
        assertThat(server.count("""
                        SELECT count(*) FROM events JOIN contacts c ON c.id = contact_id
                         WHERE name = 'contact.unsubscribed' AND c.email = 'eve@example.com' AND trigger_depth = 1
                        """)).isEqualTo(1);
    }

    @Test
    void marketingMailToWhoDoesNotWantItIsSkippedAndTheWayGoesOn() {
        var template = server.template("Offer", "MARKETING");
        var flow = server.publish(TestWorkflow.on("browsed")
                .then("mail", "SEND_EMAIL", config("templateId", template))
                .then("end", "EXIT", config()));
        server.ok(server.call(
                "POST",
                "/contacts",
                new JsonObject().put("email", "fay@example.com").put("subscribed", false)));

        server.track("browsed", "fay@example.com");

        server.awaitStatus(flow, "EXITED", 1);
        assertThat(server.path(flow)).containsExactly("start COMPLETED", "mail SKIPPED", "end COMPLETED");
        assertThat(server.output(flow, "mail").getString("reason")).isEqualTo("The contact is not subscribed");
        assertThat(server.mailsWith("Subject: Offer")).isEmpty();
    }

    @Test
    void fiftyTriggersAtOnceMakeOneExecution() throws InterruptedException {
        var flow =
                server.publish(TestWorkflow.on("stampede").then("wait", "DELAY", config("amount", 1, "unit", "days")));
        var go = new CountDownLatch(1);
        var callers = Executors.newFixedThreadPool(50);

        IntStream.range(0, 50)
                .forEach(ignored -> callers.execute(() -> {
                    try {
                        go.await();
                        server.track("stampede", "gus@example.com");
                    } catch (InterruptedException stopped) {
                        Thread.currentThread().interrupt();
                    }
                }));
        go.countDown();
        callers.shutdown();
        assertThat(callers.awaitTermination(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                .isTrue();

        server.awaitStatus(flow, "WAITING", 1);
        assertThat(server.count("SELECT count(*) FROM executions WHERE workflow_id = ?::uuid", flow.id()))
                .isEqualTo(1);
        assertThat(server.count("SELECT count(*) FROM events WHERE name = 'stampede'"))
                .isEqualTo(50);
    }

    @Test
    void whoHasEndedEntersAgainOnlyWhereThatIsAllowed() {
        var once = server.publish(TestWorkflow.on("came").then("end", "EXIT", config()));
        var again = server.publish(TestWorkflow.on("came").reentry().then("end", "EXIT", config()));

        server.track("came", "hal@example.com");
        server.awaitStatus(again, "EXITED", 1);
        server.awaitStatus(once, "EXITED", 1);
        server.track("came", "hal@example.com");

        server.awaitStatus(again, "EXITED", 2);
        assertThat(server.with(once, "EXITED")).isEqualTo(1);
    }

    @Test
    void aCircleOfTriggersIsCutAtItsTenthLink() {
        var flow = server.publish(TestWorkflow.on("contact.unsubscribed")
                .reentry()
                .then("back", "UPDATE_CONTACT", config("subscriptionAction", "subscribe")));
        var other = server.publish(TestWorkflow.on("contact.subscribed")
                .reentry()
                .then("forth", "UPDATE_CONTACT", config("subscriptionAction", "unsubscribe")));
        server.track("arrived", "ida@example.com");

        server.ok(server.call("PATCH", "/contacts/" + server.contact("ida@example.com"), config("subscribed", false)));

        server.awaitStatus(flow, "FAILED", 1);
        assertThat(server.with(flow, "COMPLETED") + server.with(other, "COMPLETED"))
                .isEqualTo(10);
        assertThat(server.rows(
                                "SELECT error FROM executions WHERE status = 'FAILED' AND workflow_id = ?::uuid",
                                flow.id())
                        .get(0)
                        .get("error"))
                .asString()
                .startsWith("LOOP_LIMIT");
        server.disable(flow, other);
    }

    @Test
    void mailThatLeadsToMailIsCutToo() {
        var template = server.template("Again and again", "TRANSACTIONAL");
        var flow = server.publish(
                TestWorkflow.on("email.sent").reentry().then("mail", "SEND_EMAIL", config("templateId", template)));

        server.ok(server.call(
                "POST",
                "/v1/send",
                config(
                        "to",
                        "jon@example.com",
                        "from",
                        "team@" + server.node().domain(0),
                        "subject",
                        "First",
                        "body",
                        "<p>x</p>")));

        server.awaitStatus(flow, "FAILED", 1);
        assertThat(server.mailsWith("Subject: Again and again")).hasSize(10);
        server.disable(flow);
    }

    @Test
    void aStepThatCannotBeCarriedOutFailsItsExecutionAlone() {
        var broken =
                server.publish(TestWorkflow.on("poison").then("delay", "DELAY", config("amount", -1, "unit", "days")));
        var sound = server.publish(TestWorkflow.on("poison").then("end", "EXIT", config()));

        server.track("poison", "kim@example.com");

        server.awaitStatus(broken, "FAILED", 1);
        server.awaitStatus(sound, "EXITED", 1);
        assertThat(server.rows("SELECT error FROM executions WHERE workflow_id = ?::uuid", broken.id())
                        .get(0)
                        .get("error"))
                .asString()
                .contains("amount: Number must be greater than 0");
        assertThat(server.timers(broken)).isZero();
    }

    @Test
    void aCycleThroughADelayEndsAfterAThousandVisits() {
        var flow = server.publish(TestWorkflow.on("spin")
                .then("hold", "DELAY", config("amount", 1, "unit", "days"))
                .then("tick", "DELAY", config("amount", 0.000001, "unit", "seconds"))
                .link("tick", "tick"));
        server.track("spin", "leo@example.com");
        server.awaitStatus(flow, "WAITING", 1);
        server.rows("UPDATE executions SET visits = 994 WHERE workflow_id = ?::uuid", flow.id());

        server.rows("UPDATE execution_timers SET due_at = now() WHERE workflow_id = ?::uuid", flow.id());

        server.awaitStatus(flow, "FAILED", 1);
        assertThat(server.count("SELECT visits FROM executions WHERE workflow_id = ?::uuid", flow.id()))
                .isEqualTo(1_000);
        assertThat(server.rows("SELECT error FROM executions WHERE workflow_id = ?::uuid", flow.id())
                        .get(0)
                        .get("error"))
                .asString()
                .startsWith("LOOP_LIMIT");
        assertThat(server.timers(flow)).isZero();
    }
}
