package io.godwit.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.id.ContactId;
import io.godwit.core.id.EventId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.db.TestDatabase;
import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

@CloseFields
class PartitionMaintainerTest {

    private final MonthPartition now = MonthPartition.at(Instant.now());

    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase db = TestDatabase.fresh(vertx);

    @Test
    void thisMonthAndTheNextThreeHavePartitions() {
        partitions(Duration.ZERO).arrange().await();
        partitions(Duration.ZERO).arrange().await();

        assertThat(tables())
                .containsExactlyInAnyOrder(
                        "events_default",
                        now.table(),
                        now.plus(1).table(),
                        now.plus(2).table(),
                        now.plus(3).table());
    }

    @Test
    void anEventLandsInItsMonth() {
        partitions(Duration.ZERO).arrange().await();
        var project = new ProjectId(Ids.next());

        append(project, Ids.next());
        append(project, idIn(now.plus(2).value()));
        append(project, idIn(now.plus(9).value()));

        assertThat(homes(project)).containsExactly(now.table(), now.plus(2).table(), "events_default");
    }

    @Test
    void twoNodesArrangeAtOnce() {
        Future.all(
                        partitions(Duration.ZERO).arrange(),
                        partitions(Duration.ZERO).arrange())
                .await();
        partitions(Duration.ZERO).arrange().await();

        assertThat(tables()).hasSize(5);
    }

    @Test
    void monthsOlderThanTheRetentionAreDroppedAndYoungerOnesAreNot() {
        var project = new ProjectId(Ids.next());
        for (var ago : List.of(20, 3, 1)) {
            var month = now.plus(-ago);
            new PartitionStore().attach(db.database().workers(), month).await();
            append(project, idIn(month.value()));
        }
        append(project, idIn(now.plus(-30).value()));

        partitions(Duration.ofDays(400)).arrange().await();

        assertThat(homes(project))
                .containsExactly(now.plus(-3).table(), now.plus(-1).table());
        assertThat(tables()).doesNotContain(now.plus(-20).table());
    }

    @Test
    void aLongReaderDelaysTheWorkAndIsNotHarmed() throws SQLException {
        var project = new ProjectId(Ids.next());
        try (var reader = db.connect()) {
            reader.setAutoCommit(false);
            reader.createStatement().execute("LOCK TABLE events_default IN ACCESS SHARE MODE");

            partitions(Duration.ZERO).arrange().await();

            assertThat(tables()).containsExactly("events_default");
            append(project, Ids.next());
            reader.rollback();
        }

        assertThat(homes(project)).containsExactly("events_default");
    }

    private PartitionMaintainer partitions(Duration retention) {
        return new PartitionMaintainer(db.database(), retention);
    }

    private void append(ProjectId project, UUID id) {
        var event = new NewEvent(
                project, new EventId(id), new ContactId(Ids.next()), "test", Map.of(), Optional.empty(), 0);
        new EventAppender().append(db.database().workers(), List.of(event)).await();
    }

    private static UUID idIn(YearMonth month) {
        return MonthPartition.lowestId(
                month.atDay(15).atStartOfDay(ZoneOffset.UTC).toInstant());
    }

    private List<String> tables() {
        return new PartitionStore().tables(db.database().workers()).await();
    }

    private List<Object> homes(ProjectId project) {
        return db
                .query(
                        "SELECT tableoid::regclass::text AS home FROM events WHERE project_id = ? ORDER BY id",
                        project.value())
                .stream()
                .map(row -> row.get("home"))
                .toList();
    }
}
