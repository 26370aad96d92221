package io.godwit.campaigns;

import static io.godwit.campaigns.CampaignOutboxStore.HELD_LANE;
import static io.godwit.campaigns.CampaignOutboxStore.SERVED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.db.TestDatabase;
import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.Vertx;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The rows of a campaign in the outbox, as two nodes move them. */
@CloseFields
class CampaignOutboxTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static Vertx vertx;
    private static TestDatabase db;

    private final CampaignClaimStore claims = new CampaignClaimStore();
    private final CampaignOutboxStore queue = new CampaignOutboxStore();

    @BeforeAll
    static void start() {
        vertx = Vertx.vertx();
        db = TestDatabase.fresh(vertx);
    }

    /** A campaign that is being sent, with one email held and one served. */
    @BeforeEach
    void add() {
        db.query("DELETE FROM outbox");
        db.query("DELETE FROM campaigns");
        db.query("""
                WITH campaign AS (
                    INSERT INTO campaigns (project_id, id, name, subject, body, from_email, email_class, audience, status, due_at)
                    VALUES (gen_random_uuid(), gen_random_uuid(), 'News', 'News', 'b', 'a@example.org', 'MARKETING', 'ALL', 'SENDING', now())
                    RETURNING project_id, id)
                INSERT INTO outbox (project_id, email_id, lane, campaign_id)
                SELECT project_id, gen_random_uuid(), lane, id FROM campaign CROSS JOIN (VALUES (2), (3)) AS lanes (lane)
                """);
    }

    @Test
    void whoHoldsTheCampaignMovesItsRows() {
        assertThat(moved(claimed())).isOne();
        assertThat(served()).isEqualTo(2);
    }

    @Test
    void whoHasLostTheCampaignMovesNoRowOfIt() {
        var lost = claimed();
        db.query("UPDATE campaigns SET status = 'PAUSED', lease_until = NULL, fence = fence + 1");

        assertThat(moved(lost)).isZero();
        assertThat(served()).isOne();
    }

    @Test
    void whoLosesTheCampaignMeanwhileMovesNoRowOfIt() throws Exception {
        var losing = claimed();
        try (var pausing = db.connect();
                var statement = pausing.createStatement()) {
            pausing.setAutoCommit(false);
            statement.execute("UPDATE campaigns SET status = 'PAUSED', lease_until = NULL, fence = fence + 1");

            var move = queue.move(db.database().workers(), losing, HELD_LANE, SERVED, 10);
            await().atMost(TIMEOUT)
                    .until(() -> db.count("SELECT count(*) FROM pg_stat_activity"
                                    + " WHERE datname = current_database() AND wait_event_type = 'Lock'")
                            == 1);
            pausing.commit();

            assertThat(move.await()).isZero();
        }
        assertThat(served()).isOne();
    }

    private ClaimedCampaign claimed() {
        return claims.claim(db.database().workers(), Duration.ofMinutes(1))
                .await()
                .orElseThrow();
    }

    private int moved(ClaimedCampaign campaign) {
        return queue.move(db.database().workers(), campaign, HELD_LANE, SERVED, 10)
                .await();
    }

    private static long served() {
        return db.count("SELECT count(*) FROM outbox WHERE lane = 2");
    }
}
