package io.godwit.ingest;

import static io.godwit.ingest.TestIngest.event;
import static io.godwit.ingest.TestIngest.tracked;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.core.Tenant;
import io.godwit.core.id.Ids;
import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.Future;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Contacts that a node has seen before, and those of which it only believes so. */
@CloseFields
class KnownContactTest {

    private final TestIngest ingest = TestIngest.start();
    private final Tenant project = ingest.project();

    @Test
    void aKnownContactIsNotInsertedAgain() {
        ingest.track(project, event("ada@example.com", Map.of("plan", "free"))).await();
        refuseInserts();

        ingest.track(project, event("ada@example.com", Map.of("plan", "pro"))).await();
        var unknown = ingest.track(project, event("bo@example.com", Map.of()));
        Future.join(unknown, unknown).otherwiseEmpty().await();

        assertThat(ingest.contact(project, "ada@example.com").get("data")).hasToString("{\"plan\": \"pro\"}");
        assertThat(unknown.failed()).as("another contact is inserted").isTrue();
    }

    @Test
    void anotherProjectsContactOfTheAddressIsNotKnown() {
        ingest.track(project, event("ada@example.com", Map.of())).await();
        var other = ingest.project();

        ingest.track(other, event("ada@example.com", Map.of())).await();

        assertThat(ingest.count("contacts", other)).isEqualTo(1);
    }

    @Test
    void aKnownContactThatWasDeletedIsMadeAnew() {
        var first = tracked(ingest.track(project, event("ada@example.com", Map.of("plan", "free")))
                .await());
        ingest.db.query("DELETE FROM contacts WHERE id = ?", first.contact().value());

        var calls = IntStream.range(0, 20)
                .mapToObj(n -> ingest.track(project, event("ada@example.com", Map.of("n", n))))
                .toList();
        Future.all(calls).await();

        assertThat(ingest.contact(project, "ada@example.com"))
                .doesNotContainEntry("id", first.contact().value());
        assertThat(ingest.contact(project, "ada@example.com").get("data"))
                .as("the last call wins")
                .hasToString("{\"n\": 19}");
        assertThat(ingest.count("events", project)).isEqualTo(21);
    }

    @Test
    void aContactThatWasRefusedIsNotKnown() {
        ingest.track(project, event("ada@example.com", Map.of())).await();
        var refused = ingest.ingest.accept(
                SampleSends.marketing(project, Optional.empty(), "ada@example.com", "new@example.com"));
        Future.join(refused, refused).otherwiseEmpty().await();

        ingest.track(project, event("new@example.com", Map.of())).await();

        assertThat(ingest.count("contacts", project)).isEqualTo(2);
        assertThat(ingest.counter("godwit.ingest.slow.lane.calls")).isZero();
    }

    /** Another node's transaction inserts the address first and commits while this node's insert waits for it. */
    @Test
    void anAddressThatAnotherNodeInsertsAtTheSameMomentIsMergedAndItsNeighboursAreAccepted() throws SQLException {
        try (var other = ingest.db.connect()) {
            other.setAutoCommit(false);
            var insert = other.prepareStatement("""
                    INSERT INTO contacts (project_id, id, email, subscribed, data)
                    VALUES (?, ?, 'm@example.com', true, '{"theirs": 1}')
                    """);
            insert.setObject(1, project.project().value());
            insert.setObject(2, Ids.next());
            insert.execute();
            var calls = Map.of("a@example.com", 1, "m@example.com", 2, "z@example.com", 3).entrySet().stream()
                    .map(call -> ingest.track(project, event(call.getKey(), Map.of("ours", call.getValue()))))
                    .toList();
            await().atMost(Duration.ofSeconds(20))
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> ingest.db.count("SELECT count(*) FROM pg_locks WHERE NOT granted") > 0);
            other.commit();
            Future.all(calls).await();
        }

        assertThat(ingest.contact(project, "m@example.com").get("data")).hasToString("{\"ours\": 2, \"theirs\": 1}");
        assertThat(ingest.count("contacts", project)).isEqualTo(3);
        assertThat(ingest.count("events", project)).isEqualTo(3);
        assertThat(ingest.counter("godwit.ingest.batch.splits")).isZero();
    }

    private void refuseInserts() {
        ingest.db.query("""
                CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''no insert''; END'
                """);
        ingest.db.query("CREATE TRIGGER refuse BEFORE INSERT ON contacts FOR EACH STATEMENT EXECUTE FUNCTION refuse()");
    }
}
