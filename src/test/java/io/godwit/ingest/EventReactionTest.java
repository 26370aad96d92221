package io.godwit.ingest;

import static io.godwit.ingest.TestIngest.tracked;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.core.Tenant;
import io.godwit.events.EventHook;
import io.godwit.events.NewEvent;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.workflows.TestWorkflow;
import io.godwit.web.ApiResponse;
import io.godwit.workflows.WorkflowHook;
import io.vertx.core.Future;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Events that nothing reacted to a moment ago. Workflows are published straight into the tables, as another node does it, so that
 * the node under test hears of them from the database alone.
 */
@CloseFields
class EventReactionTest {

    /** A guard that lets everything pass. */
    private static final String NO_GUARD =
            "CREATE OR REPLACE FUNCTION without_reaction(could_react boolean) RETURNS boolean LANGUAGE sql AS 'SELECT true'";

    private TestIngest ingest = TestIngest.start(node -> new WorkflowHook(node.vertx, node.bus));
    private Tenant project = ingest.project();

    @Test
    void anEventStartsTheWorkflowThatAnotherNodeHasJustPublished() {
        for (var round = 0; round < 30; round++) {
            var name = "event " + round;
            track(name, "early@example.com").await();
            var flow = publish(TestWorkflow.on(name));

            track(name, "late@example.com").await();

            assertThat(executions(flow)).as(name).isEqualTo(1);
        }
    }

    @Test
    void aNodeThatDoesNotAskTheDatabaseMissesIt() {
        ingest.close();
        ingest = TestIngest.start(node -> new DeafHook(new WorkflowHook(node.vertx, node.bus)));
        project = ingest.project();
        var flow = publish(TestWorkflow.on("signed up"));

        track("signed up", "late@example.com").await();

        assertThat(executions(flow)).isZero();
    }

    @Test
    void anEventStartsTheWorkflowThatIsPublishedBetweenTheRoundsOfItsTransaction() throws SQLException {
        var flow = TestWorkflow.on("signed up");

        var event = betweenTheRounds("ada@example.com", () -> publish(flow));

        assertThat(executions(flow)).isEqualTo(1);
        assertThat(ingest.events(project)).containsExactly("first", "signed up");
        assertThat(ingest.count("contacts", project)).isEqualTo(2);
        assertThat(ingest.db.value("SELECT source_event_id FROM executions"))
                .isEqualTo(tracked(event).event().value());
    }

    @Test
    void withoutTheGuardOfThePlainInsertItIsMissed() throws SQLException {
        ingest.db.query(NO_GUARD);
        var flow = TestWorkflow.on("signed up");

        betweenTheRounds("ada@example.com", () -> publish(flow));

        assertThat(executions(flow)).isZero();
        assertThat(ingest.events(project)).containsExactly("first", "signed up");
    }

    @Test
    void anEventIsKeptForTheWaitThatBecomesPossibleBetweenTheRounds() throws SQLException {
        var flow = publish(TestWorkflow.on("something else"));

        betweenTheRounds(
                "ada@example.com", () -> ingest.db.query("""
                        INSERT INTO workflow_triggers (project_id, event_name, kind, workflow_id)
                        VALUES (?, 'signed up', 'WAIT', ?::uuid)
                        """, project.project().value(), flow.id()));

        assertThat(ingest.count("execution_pending_events", project)).isEqualTo(1);
    }

    @Test
    void oneBatchMayHoldEventsWithAndWithoutReactions() {
        var flow = publish(TestWorkflow.on("signed up").reentry());

        var calls = IntStream.range(0, 200)
                .mapToObj(n -> track(n % 3 == 0 ? "signed up" : "seen " + n % 7, "p" + n + "@example.com"))
                .toList();
        Future.all(calls).await();

        assertThat(executions(flow)).isEqualTo(67);
        assertThat(ingest.count("events", project)).isEqualTo(200);
        assertThat(ingest.count("execution_timers", project)).isEqualTo(67);
    }

    @Test
    void anEventOfAnotherProjectStartsNothing() {
        var flow = publish(TestWorkflow.on("signed up"));

        var other = ingest.project();
        ingest.track(other, Map.of("email", "ada@example.com", "event", "signed up"))
                .await();

        assertThat(executions(flow)).isZero();
        assertThat(ingest.count("events", other)).isEqualTo(1);
    }

    @Test
    void eventsGoOnToStartAWorkflowThatIsPublishedWhileTheyCome() {
        var flow = TestWorkflow.on("signed up").reentry();
        var before = IntStream.range(0, 500).mapToObj(n -> track("signed up", "a" + n + "@example.com"));
        var calls = before.toList();
        publish(flow);

        var after = IntStream.range(0, 500)
                .mapToObj(n -> track("signed up", "b" + n + "@example.com"))
                .toList();
        Future.all(List.of(Future.all(calls), Future.all(after))).await();

        assertThat(ingest.count("events", project)).isEqualTo(1_000);
        assertThat(ingest.db.count("""
                        SELECT count(*) FROM executions e JOIN contacts c USING (project_id)
                         WHERE c.id = e.contact_id AND c.email LIKE 'b%'
                        """)).isEqualTo(500);
    }

    /** Does something once a track has looked for reactions and before it appends its event. */
    private ApiResponse betweenTheRounds(String email, Runnable meanwhile) throws SQLException {
        track("first", "first@example.com").await();
        try (var holder = ingest.db.connect()) {
            holder.setAutoCommit(false);
            holder.createStatement().execute("LOCK TABLE events IN SHARE MODE");
            var call = track("signed up", email);
            await().atMost(Duration.ofSeconds(20))
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> ingest.db.count("SELECT count(*) FROM pg_locks WHERE NOT granted") > 0);
            meanwhile.run();
            holder.rollback();
            return call.await();
        }
    }

    private Future<ApiResponse> track(String event, String email) {
        return ingest.track(project, Map.of("email", email, "event", event));
    }

    private TestWorkflow publish(TestWorkflow flow) {
        return flow.publish(ingest.db, project.project().toString());
    }

    private long executions(TestWorkflow flow) {
        return ingest.db.count("SELECT count(*) FROM executions WHERE workflow_id = ?::uuid", flow.id());
    }

    /** Reacts as another hook does, but never tells that it might. */
    private record DeafHook(EventHook hook) implements EventHook {

        @Override
        public String expressions() {
            return hook.expressions();
        }

        @Override
        public String condition() {
            return "false";
        }

        @Override
        public void onReactions(List<NewEvent> events) {
            hook.onReactions(events);
        }
    }
}
