package io.godwit.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.id.JobId;
import io.godwit.db.TestDatabase;
import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.Vertx;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The order of the jobs of one project, when two nodes claim at the same moment. */
@CloseFields
class JobOrderTest {

    private static final String KIND = "order";

    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase db = TestDatabase.fresh(vertx);
    private final JobQueueStore store = new JobQueueStore();
    private final UUID project = UUID.randomUUID();

    @Test
    void aJobThatAnotherNodeIsClaimingIsNotOvertakenByTheNextOfItsProject() throws SQLException {
        db.query("INSERT INTO projects (id, name) VALUES (?, 'A shop')", project);
        var first = add(2);
        add(1);

        try (var other = db.connect();
                var claim = other.prepareStatement("SELECT FROM jobs WHERE id = ? FOR UPDATE")) {
            other.setAutoCommit(false);
            claim.setObject(1, first);
            claim.execute();

            assertThat(claimed()).isEmpty();
            other.rollback();
        }

        assertThat(claimed()).contains(new JobId(first));
    }

    private UUID add(int minutesAgo) {
        var job = UUID.randomUUID();
        db.query(
                "INSERT INTO jobs (project_id, id, kind, created_at) VALUES (?, ?, ?, now() - make_interval(mins => ?))",
                project,
                job,
                KIND,
                minutesAgo);
        return job;
    }

    private Optional<JobId> claimed() {
        return store.claim(db.database().workers(), Set.of(KIND), Duration.ofMinutes(1))
                .await()
                .map(Job::id);
    }
}
