package io.godwit.ingest;

import static io.godwit.ingest.SampleSends.transactional;
import static io.godwit.ingest.TestIngest.event;
import static io.godwit.ingest.TrackRoutesTest.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.core.Failure.Kind;
import io.godwit.core.Tenant;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.web.ApiResponse;
import io.vertx.core.Future;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Contacts that others hold, calls that cannot be written, and two nodes at the same contacts. */
@CloseFields
class SlowLaneTest {

    private static final TestIngest INGEST = TestIngest.start();

    private final Tenant project = INGEST.project();

    @Test
    void aLockedContactDelaysItsOwnCallsOnly() throws SQLException {
        INGEST.track(project, event("held@example.com", Map.of())).await();
        try (var holder = holding("held@example.com")) {
            var blocked = INGEST.track(project, event("held@example.com", Map.of("plan", "pro")));
            var others = tracks(200);

            assertThat(within(Duration.ofSeconds(60), Future.all(others))).isTrue();
            assertThat(blocked.isComplete()).isFalse();

            holder.rollback();
            blocked.await();
        }
        assertThat(INGEST.contact(project, "held@example.com").get("data")).hasToString("{\"plan\": \"pro\"}");
    }

    /** The first call has waited for the lock in vain, and waits again, when the contact becomes free. */
    @Test
    void theCallsOfALockedContactAreWrittenInTheOrderTheyArrived() throws SQLException {
        INGEST.track(project, event("held@example.com", Map.of())).await();
        var steps = IntStream.rangeClosed(1, 12).boxed().toList();
        try (var holder = holding("held@example.com")) {
            var before = INGEST.counter("godwit.ingest.slow.lane.calls");
            var calls = steps.stream()
                    .map(step -> INGEST.track(project, event("held@example.com", Map.of("step", step))))
                    .toList();
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> INGEST.counter("godwit.ingest.slow.lane.calls") >= before + steps.size() + 2);

            holder.rollback();
            Future.all(calls).await();
        }

        assertThat(INGEST.contact(project, "held@example.com").get("data")).hasToString("{\"step\": 12}");
        assertThat(INGEST.db.query(
                        "SELECT (data ->> 'step')::int AS step FROM events WHERE project_id = ? AND data IS NOT NULL ORDER BY id",
                        project.project().value()))
                .extracting(row -> row.get("step"))
                .isEqualTo(steps);
    }

    @Test
    void aContactThatStaysLockedIsAnsweredWithARefusal() throws SQLException {
        INGEST.track(project, event("held@example.com", Map.of())).await();
        try (var holder = holding("held@example.com")) {
            var blocked = INGEST.track(project, event("held@example.com", Map.of("plan", "pro")));

            await().atMost(Duration.ofSeconds(60)).until(blocked::isComplete);

            assertThat(refusal(blocked).kind()).isEqualTo(Kind.SERVICE_UNAVAILABLE);
            holder.rollback();
        }
        assertThat(INGEST.count("events", project)).isEqualTo(1);
    }

    @Test
    void aSendWithOneLockedRecipientWaitsAsAWhole() throws SQLException {
        INGEST.track(project, event("held@example.com", Map.of())).await();
        try (var holder = holding("held@example.com")) {
            var blocked = INGEST.ingest.accept(transactional(project, "new@example.com", "held@example.com"));
            Future.all(tracks(20)).await();

            assertThat(INGEST.count("emails", project)).isZero();
            assertThat(INGEST.db.count("SELECT count(*) FROM contacts WHERE email = 'new@example.com'"))
                    .isZero();

            holder.rollback();
            blocked.await();
        }
        assertThat(INGEST.count("emails", project)).isEqualTo(2);
    }

    @Test
    void aCallThatCannotBeWrittenEndsAlone() {
        INGEST.db.query("ALTER TABLE events ADD CONSTRAINT poison CHECK (name <> 'poison')");
        var other = INGEST.project();
        var poison = INGEST.track(other, Map.of("email", "ada@example.com", "event", "poison"));
        var calls = Stream.concat(tracks(100).stream(), Stream.of(poison)).toList();

        Future.join(Stream.concat(calls.stream(), tracks(100).stream()).toList())
                .otherwiseEmpty()
                .await();

        assertThat(poison.failed()).isTrue();
        assertThat(INGEST.count("events", project)).isEqualTo(200);
        assertThat(INGEST.count("contacts", other)).isZero();
        var splits = INGEST.counter("godwit.ingest.batch.splits");
        var again = INGEST.track(other, Map.of("email", "ada@example.com", "event", "poison"));
        Future.join(Stream.concat(tracks(200).stream(), Stream.of(again)).toList())
                .otherwiseEmpty()
                .await();
        assertThat(INGEST.counter("godwit.ingest.batch.splits"))
                .as("the suspect is kept apart")
                .isEqualTo(splits);
        INGEST.db.query("ALTER TABLE events DROP CONSTRAINT poison");
    }

    @Test
    void aLockedTableShedsCallsInsteadOfHoardingThem() throws SQLException {
        try (var holder = INGEST.db.connect()) {
            holder.setAutoCommit(false);
            holder.createStatement().execute("LOCK TABLE contacts");

            var calls = tracks(300);
            await().atMost(Duration.ofSeconds(60)).until(() -> calls.stream().allMatch(Future::isComplete));

            assertThat(calls.stream().map(call -> refusal(call).kind())).allMatch(Kind.SERVICE_UNAVAILABLE::equals);
            holder.rollback();
        }
        Future.all(tracks(10)).await();
    }

    @Test
    void twoNodesWriteTheSameContactsAndLoseNothing() {
        try (var other = TestIngest.besides(INGEST, INGEST.db.port())) {
            var calls = IntStream.range(0, 2_000)
                    .mapToObj(n -> (n % 2 == 0 ? INGEST : other)
                            .track(project, event("hot" + n % 20 + "@example.com", Map.of("k" + n, n))))
                    .toList();
            Future.join(calls).otherwiseEmpty().await();

            assertThat(calls).allMatch(Future::succeeded);
        }
        assertThat(INGEST.count("contacts", project)).isEqualTo(20);
        assertThat(INGEST.count("events", project)).isEqualTo(2_000);
        assertThat(INGEST.db.count(
                        "SELECT count(*) FROM contacts, jsonb_object_keys(data) WHERE project_id = ?",
                        project.project().value()))
                .isEqualTo(2_000);
    }

    private List<Future<ApiResponse>> tracks(int count) {
        return IntStream.range(0, count)
                .mapToObj(n -> INGEST.track(project, event("p" + n + "@example.com", Map.of())))
                .toList();
    }

    /** Somebody else's transaction that has locked the contact. */
    private Connection holding(String email) throws SQLException {
        var holder = INGEST.db.connect();
        holder.setAutoCommit(false);
        var lock = holder.prepareStatement("SELECT FROM contacts WHERE project_id = ? AND email = ? FOR UPDATE");
        lock.setObject(1, project.project().value());
        lock.setString(2, email);
        lock.execute();
        return holder;
    }

    private static boolean within(Duration limit, Future<?> work) {
        await().atMost(limit).until(work::isComplete);
        return work.succeeded();
    }
}
