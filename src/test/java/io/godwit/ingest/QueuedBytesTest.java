package io.godwit.ingest;

import static io.godwit.ingest.TestIngest.event;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.Future;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Calls that wait for a database that does not go on, in a queue of a megabyte. */
@CloseFields
class QueuedBytesTest {

    private static final TestIngest INGEST = TestIngest.start(new IngestSettings(1, 256, 1, 16_384, 1 << 20));

    /** They would be answered after four seconds. */
    @Test
    void callsWithMoreDataThanTheQueueHoldsAreRefusedAtOnce() throws SQLException {
        var project = INGEST.project();
        var data = Map.<String, Object>of("note", "x".repeat(60_000));
        try (var holder = INGEST.db.connect()) {
            holder.setAutoCommit(false);
            holder.createStatement().execute("LOCK TABLE contacts");

            var calls = IntStream.range(0, 100)
                    .mapToObj(number -> INGEST.track(project, event("c" + number + "@example.com", data)))
                    .toList();

            await().atMost(Duration.ofSeconds(2))
                    .until(() -> calls.stream().filter(Future::failed).count() > 30);
            holder.rollback();
            Future.join(calls).otherwiseEmpty().await();
            assertThat(INGEST.count("events", project))
                    .isEqualTo(calls.stream().filter(Future::succeeded).count());
        }
    }
}
