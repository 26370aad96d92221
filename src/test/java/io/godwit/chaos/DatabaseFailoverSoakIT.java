package io.godwit.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.load.PacedCallers;
import io.godwit.kit.load.RequestTraffic;
import io.godwit.kit.nodes.SoakRounds;
import io.godwit.kit.smtp.ReceivedCopies;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Three nodes under load whose database is killed again and again while its standby takes over. */
@Tag("soak")
final class DatabaseFailoverSoakIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(120);

    /** Accepted before a fault and after it. */
    private static final int WARM = 200;

    @Test
    void aStandbyThatTakesOverHasAllThatWasAcceptedAndNothingIsSentTwiceForIt() throws SQLException {
        try (var nodes = ChaosNodes.start()) {
            var traffic = RequestTraffic.mixed("failover", nodes.project(0));
            var load = PacedCallers.start(
                    12, 200, number -> traffic.call(nodes.api(number), nodes.api(number + 1), number));
            awaitMore(traffic);
            for (var ignored : SoakRounds.rounds().toArray()) {
                nodes.failOver();
                awaitMore(traffic);
            }
            load.finish();
            await().atMost(TIMEOUT).until(() -> nodes.rows().count("SELECT count(*) FROM outbox") == 0);

            assertThat(traffic.ledger().statuses()).isSubsetOf(200, 403, 503);
            try (var database = nodes.postgres().connect()) {
                traffic.assertHonest(database);
            }
            var rows =
                    nodes.rows().query("SELECT to_email, status FROM emails WHERE starts_with(to_email, 'failover')");
            var emailed = new HashSet<String>();
            rows.forEach(row -> emailed.add((String) row.get("to_email")));
            var copies = ReceivedCopies.at(nodes.sink(), "failover");
            assertThat(rows).extracting(row -> row.get("status")).containsOnly("SENT");
            assertThat(copies.recipients()).isEqualTo(emailed);
            assertThat(copies.most()).isEqualTo(1);
        }
    }

    private static void awaitMore(RequestTraffic traffic) {
        var enough = traffic.ledger().accepted() + WARM;
        await().atMost(TIMEOUT).until(() -> traffic.ledger().accepted() >= enough);
    }
}
