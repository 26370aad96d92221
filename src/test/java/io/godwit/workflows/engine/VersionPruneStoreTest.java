package io.godwit.workflows.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.db.TestDatabase;
import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.Vertx;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests which versions editing leaves behind, and which of them are still needed. */
@CloseFields
class VersionPruneStoreTest {

    private static final Vertx VERTX = Vertx.vertx();
    private static TestDatabase db;
    private final VersionPruneStore store = new VersionPruneStore();
    private final UUID project = UUID.randomUUID();
    private final UUID workflow = UUID.randomUUID();

    @BeforeAll
    static void open() {
        db = TestDatabase.fresh(VERTX);
    }

    /** Four versions, the last one live; each waits for an event of its own. */
    @BeforeEach
    void edited() {
        db.query("DELETE FROM workflows");
        db.query("DELETE FROM execution_timers");
        db.query("INSERT INTO projects (id, name) VALUES (?, 'Test')", project);
        db.query("""
                INSERT INTO workflows (project_id, id, name, enabled, trigger_type, live_version)
                VALUES (?, ?, 'W', true, 'EVENT', 4)
                """, project, workflow);
        db.query("""
                INSERT INTO workflow_versions (project_id, workflow_id, version, graph, created_at)
                SELECT ?, ?, n, json_build_object('steps', json_build_array(json_build_object('type', 'WAIT_FOR_EVENT', 'config',
                           json_build_object('eventName', 'event' || n)))), now() - (7 - n) * interval '1 hour'
                  FROM generate_series(1, 4) n
                """, project, workflow);
        db.query("""
                INSERT INTO workflow_triggers (project_id, event_name, kind, workflow_id)
                SELECT ?, 'event' || n, 'WAIT', ? FROM generate_series(1, 4) n
                """, project, workflow);
        db.query(
                "INSERT INTO workflow_triggers (project_id, event_name, kind, workflow_id, version) VALUES (?, 'start', 'START', ?, 4)",
                project,
                workflow);
    }

    /** Somebody who began with a version; active or not. */
    private void execution(int version, String status) {
        var id = UUID.randomUUID();
        db.query("""
                INSERT INTO executions (project_id, id, workflow_id, version, contact_id, status)
                SELECT project_id, (lpad(to_hex((1000 * extract(epoch FROM created_at))::bigint), 12, '0')
                                    || substr(replace(?::text, '-', ''), 13))::uuid, workflow_id, version, gen_random_uuid(), ?
                  FROM workflow_versions WHERE workflow_id = ? AND version = ?
                """, id.toString(), status, workflow, version);
        if (status.equals("WAITING")) {
            db.query("""
                    INSERT INTO execution_timers (project_id, execution_id, workflow_id, contact_id)
                    SELECT project_id, id, workflow_id, contact_id FROM executions WHERE workflow_id = ? AND version = ?
                    """, workflow, version);
        }
    }

    private List<String> versions() {
        return db.query("SELECT version FROM workflow_versions WHERE workflow_id = ? ORDER BY 1", workflow).stream()
                .map(row -> row.get("version").toString())
                .toList();
    }

    private List<String> events() {
        return db.query("SELECT event_name FROM workflow_triggers WHERE workflow_id = ? ORDER BY 1", workflow).stream()
                .map(row -> row.get("event_name").toString())
                .toList();
    }

    private int pruneVersions() {
        return store.versions(db.database().workers()).await();
    }

    private int pruneWaits() {
        return store.waits(db.database().workers()).await();
    }

    @Test
    void aVersionNobodyBeganWithGoesAndOneThatWasRunStays() {
        execution(1, "COMPLETED");
        execution(3, "WAITING");

        var gone = pruneVersions();

        assertThat(gone).isEqualTo(1);
        assertThat(versions()).containsExactly("1", "3", "4");
    }

    @Test
    void aVersionThatWasReplacedAMomentAgoStaysForThoseWhoAreJustBeginning() {
        db.query("UPDATE workflow_versions SET created_at = now() WHERE workflow_id = ? AND version = 4", workflow);

        pruneVersions();

        assertThat(versions()).containsExactly("3", "4");
    }

    @Test
    void anEventGoesThatNobodyCanWaitForAnyMore() {
        execution(1, "COMPLETED");
        execution(3, "WAITING");

        var gone = pruneWaits();

        assertThat(gone).isEqualTo(2);
        assertThat(events()).containsExactly("event3", "event4", "start");
    }

    /** A step keeps the name as it was typed; the wait is for the name without the blanks around it. */
    @Test
    void anEventStaysWhoseNameWasTypedWithBlanksAroundIt() {
        db.query("""
                UPDATE workflow_versions
                   SET graph = replace(graph::text, '"event' || version || '"', '" \\t\u3000event' || version || '\\n "')::json
                 WHERE workflow_id = ?
                """, workflow);
        execution(3, "WAITING");

        pruneWaits();

        assertThat(events()).containsExactly("event3", "event4", "start");
    }

    @Test
    void nothingGoesWhileSomebodyEditsOrHasJustEdited() throws SQLException {
        try (var editor = db.connect();
                var statement = editor.createStatement()) {
            editor.setAutoCommit(false);
            statement.execute("SELECT FROM workflows WHERE id = '" + workflow + "' FOR UPDATE");

            assertThat(pruneWaits()).isZero();
            editor.rollback();
        }
        db.query("UPDATE workflow_versions SET created_at = now() WHERE workflow_id = ? AND version = 4", workflow);

        assertThat(pruneWaits()).isZero();
    }

    /** A thousand edits of one afternoon. */
    @Test
    void aLongHistoryGoesAtOnce() {
        db.query("UPDATE workflows SET live_version = 1004 WHERE id = ?", workflow);
        db.query("""
                INSERT INTO workflow_versions (project_id, workflow_id, version, graph, created_at)
                SELECT ?, ?, n, '{"steps": []}', now() - interval '2 hours' + n * interval '1 second' FROM generate_series(5, 1004) n
                """, project, workflow);
        execution(500, "EXITED");

        pruneVersions();
        pruneWaits();

        assertThat(versions()).containsExactly("500", "1004");
        assertThat(events()).containsExactly("start");
    }
}
