package io.godwit.workflows.editor;

import static io.godwit.kit.workflows.WorkflowApi.delay;
import static io.godwit.kit.workflows.WorkflowApi.json;
import static io.godwit.kit.workflows.WorkflowApi.object;
import static io.godwit.kit.workflows.WorkflowApi.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.workflows.WorkflowApi;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Executions that end while their workflow's rule of re-entry changes; locks hold them and the change at chosen moments. */
@GodwitServer
class ReentryChangeTest {

    /** Longer than a statement waits for a lock, 5 s. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static final String AWAIT_ENDS = "FROM workflows WHERE project_id = $1 AND id = $2 FOR UPDATE";

    private static TestServer server;
    private static WorkflowApi calls;

    private final String event = "began-" + UUID.randomUUID();
    private final String early = "early-" + event + "@example.com";
    private final String late = "late-" + event + "@example.com";

    @BeforeAll
    static void start() {
        calls = new WorkflowApi(server, 0);
    }

    /** The ways in which an execution ends, with a table that is written after its row is and before the commit. */
    private enum End {
        CANCELLED("webhook_calls"),
        COMPLETED("contacts");

        private final String table;

        End(String table) {
            this.table = table;
        }
    }

    /** One contact has been in the workflow, another one is still there. */
    private String flow(boolean allowed) {
        var id = calls.workflow(event);
        calls.added(id, "DELAY", delay());
        calls.added(id, "UPDATE_CONTACT", update());
        json(calls.patch("/workflows/" + id, object("enabled", true, "allowReentry", allowed)), 200);
        track(early);
        track(late);
        until(() -> with(id, "WAITING") == 2);
        json(cancel(id, early), 200);
        return id;
    }

    private void track(String email) {
        json(calls.post("/v1/track", object("event", event, "email", email)), 200);
    }

    private static long with(String id, String status) {
        return server.database()
                .count("SELECT count(*) FROM executions WHERE workflow_id = ?::uuid AND status = ?", id, status);
    }

    private static HttpResponse<String> cancel(String id, String email) {
        return calls.delete("/workflows/" + id + "/executions/" + execution(id, email));
    }

    private static String execution(String id, String email) {
        return String.valueOf(server.database()
                .value(
                        "SELECT e.id::text FROM executions e JOIN contacts c ON c.id = e.contact_id WHERE workflow_id = ?::uuid AND email = ?",
                        id,
                        email));
    }

    private CompletableFuture<Void> end(String id, End end) {
        if (end == End.CANCELLED) {
            return CompletableFuture.runAsync(() -> json(cancel(id, late), 200));
        }
        server.database().query("UPDATE execution_timers SET due_at = now() WHERE workflow_id = ?::uuid", id);
        return CompletableFuture.completedFuture(null);
    }

    private static CompletableFuture<HttpResponse<String>> change(String id, boolean allowed) {
        return CompletableFuture.supplyAsync(() -> calls.patch("/workflows/" + id, object("allowReentry", allowed)));
    }

    private static Connection session(String sql, Object... parameters) throws SQLException {
        var session = server.database().connect();
        session.setAutoCommit(false);
        try (var statement = session.prepareStatement(sql)) {
            for (var at = 0; at < parameters.length; at++) {
                statement.setObject(at + 1, parameters[at]);
            }
            statement.execute();
        }
        return session;
    }

    /** A statement of the node with this text waits for a lock. */
    private static boolean isBlocked(String text) {
        return blocked(text, "") > 0;
    }

    /** A statement waits that is not the first of its transaction to write. */
    private static boolean isBlockedAfterOthers(String text) {
        return blocked(text, "AND backend_xid IS NOT NULL") > 0;
    }

    private static long blocked(String text, String condition) {
        return server.database().count("""
                        SELECT count(*) FROM pg_stat_activity
                         WHERE datname = current_database() AND application_name = 'godwit' AND wait_event_type = 'Lock'
                           AND query LIKE '%' || ? || '%'
                        """ + condition, text);
    }

    private static void until(BooleanSupplier condition) {
        await().atMost(TIMEOUT).until(condition::getAsBoolean);
    }

    private void assertEntersAgain(String id, boolean allowed) {
        track(late);
        assertThat(server.database()
                        .count(
                                "SELECT count(*) FROM executions e JOIN contacts c ON c.id = e.contact_id WHERE workflow_id = ?::uuid AND email = ?",
                                id,
                                late))
                .isEqualTo(allowed ? 2 : 1);
        assertThat(calls.whole(id).getBoolean("allowReentry")).isEqualTo(allowed);
    }

    @ParameterizedTest
    @CsvSource({"true, CANCELLED", "true, COMPLETED", "false, CANCELLED", "false, COMPLETED"})
    void anExecutionThatEndsWhileTheRuleChangesFollowsTheNewRule(boolean allowed, End end) throws SQLException {
        var id = flow(!allowed);

        CompletableFuture<HttpResponse<String>> change;
        try (var row = session("SELECT FROM executions WHERE id = ?::uuid FOR UPDATE", execution(id, early))) {
            change = change(id, allowed);
            until(() -> isBlocked("SET bars_reentry"));
            end(id, end).join();
            until(() -> with(id, "WAITING") == 0);
            row.rollback();
        }

        json(change.join(), 200);
        assertEntersAgain(id, allowed);
    }

    @ParameterizedTest
    @CsvSource({"true, CANCELLED", "true, COMPLETED", "false, CANCELLED", "false, COMPLETED"})
    void anEndThatIsCommittedAfterTheChangeFollowsTheNewRule(boolean allowed, End end) throws SQLException {
        var id = flow(!allowed);

        CompletableFuture<Void> ending;
        CompletableFuture<HttpResponse<String>> change;
        try (var table = session("LOCK TABLE " + end.table + " IN SHARE ROW EXCLUSIVE MODE")) {
            ending = end(id, end);
            until(() -> isBlockedAfterOthers(end.table));
            change = change(id, allowed);
            until(() -> change.isDone() || isBlocked(AWAIT_ENDS));
            table.rollback();
        }

        json(change.join(), 200);
        ending.join();
        until(() -> with(id, "WAITING") == 0);
        assertEntersAgain(id, allowed);
    }

    @ParameterizedTest
    @CsvSource({"true, CANCELLED", "true, COMPLETED", "false, CANCELLED", "false, COMPLETED"})
    void anEndThatBeginsWithinTheChangeAndIsCommittedAfterItFollowsTheNewRule(boolean allowed, End end)
            throws SQLException {
        var id = flow(!allowed);

        CompletableFuture<Void> ending;
        CompletableFuture<HttpResponse<String>> change;
        try (var table = session("LOCK TABLE " + end.table + " IN SHARE ROW EXCLUSIVE MODE")) {
            try (var row = session("SELECT FROM executions WHERE id = ?::uuid FOR UPDATE", execution(id, early))) {
                change = change(id, allowed);
                until(() -> isBlocked("SET bars_reentry"));
                ending = end(id, end);
                until(() -> isBlockedAfterOthers(end.table));
                row.rollback();
            }
            until(() -> change.isDone() || isBlocked(AWAIT_ENDS));
            table.rollback();
        }

        json(change.join(), 200);
        ending.join();
        until(() -> with(id, "WAITING") == 0);
        assertEntersAgain(id, allowed);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anEndThatBeganBeforeTheChangeAndWaitedFollowsTheNewRule(boolean allowed) throws SQLException {
        var id = flow(!allowed);

        CompletableFuture<Void> ending;
        CompletableFuture<HttpResponse<String>> change;
        try (var timer = session("SELECT FROM execution_timers WHERE workflow_id = ?::uuid FOR UPDATE", id)) {
            ending = end(id, End.CANCELLED);
            until(() -> isBlocked("DELETE FROM execution_timers"));
            change = change(id, allowed);
            until(() -> change.isDone() || isBlocked(AWAIT_ENDS));
            timer.rollback();
        }

        json(change.join(), 200);
        ending.join();
        assertEntersAgain(id, allowed);
    }

    /** As a node leaves it that ends between the change and the search for the ends beside it. */
    @Test
    void aRepeatedChangeFindsTheExecutionsThatAnEarlierOneLeft() {
        var id = flow(true);
        json(cancel(id, late), 200);
        server.database().query("UPDATE executions SET bars_reentry = true WHERE workflow_id = ?::uuid", id);

        json(change(id, true).join(), 200);

        assertEntersAgain(id, true);
    }
}
