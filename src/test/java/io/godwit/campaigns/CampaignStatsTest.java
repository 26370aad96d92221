package io.godwit.campaigns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.CampaignServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests what {@code GET /campaigns/:id/stats} counts, and what it keeps of a large campaign; the audience's number is what makes one large. */
@CloseFields
class CampaignStatsTest {

    private static CampaignServer server;

    private String id = "";

    @BeforeAll
    static void start() {
        server = CampaignServer.start();
    }

    @BeforeEach
    void send() {
        server.clear();
        server.contacts("reader", 3);
        id = server.create(server.words());
        server.moved(id, "send");
        server.awaitStatus(id, "SENT");
    }

    @Test
    void aSmallCampaignIsCountedForEachWhoAsks() {
        assertThat(opened()).isZero();

        open();

        assertThat(opened()).isEqualTo(3);
    }

    /** An opened email may be clicked or complained about since: its status is not what is asked for. */
    @Test
    void eachReactionThatIsCountedLeadsToItsRecipients() {
        for (var reaction : List.of("delivered", "opened", "clicked", "bounced", "complained", "unsubscribed")) {
            server.database("UPDATE emails SET " + reaction + "_at = now(), status = 'COMPLAINED'"
                    + " WHERE to_email = 'reader1@example.com'");

            var found = server.get("/campaigns/" + id + "/recipients?reaction=" + reaction);

            assertThat(stats().getInteger(reaction + "Count")).as(reaction).isEqualTo(1);
            assertThat(found.getInteger("total")).as(reaction).isEqualTo(1);
            assertThat(found.getJsonArray("data").getJsonObject(0).getString("email"))
                    .as(reaction)
                    .isEqualTo("reader1@example.com");
        }
    }

    @Test
    void aYoungCountOfALargeCampaignIsAnsweredAgain() {
        makeLarge("1 second");
        var before = stats();

        open();

        assertThat(stats()).isEqualTo(before);
    }

    @Test
    void anOlderCountOfALargeCampaignIsAnsweredOnceMoreWhileTheNextIsMade() {
        makeLarge("1 minute");
        open();

        var first = opened();

        assertThat(first).isZero();
        await().atMost(CampaignServer.TIMEOUT).until(() -> opened() == 3);
    }

    @Test
    void whatWasCountedLongAgoIsNotTold() {
        makeLarge("1 hour");

        open();

        assertThat(opened()).isEqualTo(3);
    }

    @Test
    void whatWasCountedBeforeTheStateChangedIsNotTold() {
        makeLarge("1 second");
        open();

        server.database("UPDATE campaigns SET updated_at = now()");

        assertThat(opened()).isEqualTo(3);
    }

    @Test
    void theReasonsOfALargeCampaignAreKeptWithItsCounts() {
        server.database("UPDATE emails SET status = 'FAILED', error = 'No route', sent_at = NULL");
        makeLarge("1 hour");
        var counted = stats();

        var kept = stats();

        assertThat(counted.getJsonArray("reasons").encode())
                .isEqualTo("[{\"outcome\":\"FAILED\",\"reason\":\"No route\",\"reasonCode\":null,\"count\":3}]");
        assertThat(kept).isEqualTo(counted);
    }

    @Test
    void aReasonKeepsItsCodeWhenItsSentenceIsReworded() {
        server.database(
                "UPDATE emails SET status = 'FAILED', reason = 'PROJECT_DISABLED', error = 'The project is off',"
                        + " sent_at = NULL");
        server.database(
                "UPDATE emails SET error = 'The project is disabled' WHERE id = (SELECT min(id::text)::uuid FROM emails)");
        makeLarge("1 hour");

        var counted = stats().getJsonArray("reasons").encode();

        assertThat(counted)
                .isEqualTo("[{\"outcome\":\"FAILED\",\"reason\":\"The project is off\","
                        + "\"reasonCode\":\"PROJECT_DISABLED\",\"count\":3}]");
        assertThat(stats().getJsonArray("reasons").encode()).isEqualTo(counted);
        assertThat(recipients())
                .extracting(recipient -> recipient.getString("reasonCode"))
                .containsExactly("PROJECT_DISABLED", "PROJECT_DISABLED", "PROJECT_DISABLED");
    }

    @Test
    void storedReasonsOfAnEarlierVersionHaveNoCode() {
        makeLarge("1 second");

        server.database("UPDATE campaigns SET reasons = '[{\"outcome\":\"FAILED\",\"reason\":\"Full\",\"count\":1}]'");

        assertThat(stats().getJsonArray("reasons").encode())
                .isEqualTo("[{\"outcome\":\"FAILED\",\"reason\":\"Full\",\"reasonCode\":null,\"count\":1}]");
    }

    @Test
    void theErrorsOfACampaignThatIsSentAreTheLastOnesWithThoseThatAreTriedAgain() {
        var retry = "451 4.7.1 Try again later";
        assertThat(stats().getValue("sending")).isNull();
        server.database("UPDATE campaigns SET status = 'PAUSED', pause_reason = 'A test', due_at = NULL");
        server.database("UPDATE emails SET status = 'BOUNCED', error = '550 5.1.1 No such user', sent_at = NULL,"
                + " updated_at = now() WHERE id = (SELECT min(id::text)::uuid FROM emails)");
        server.database("INSERT INTO outbox (project_id, email_id, lane, due_at, campaign_id, message_date, last_reply)"
                + " SELECT project_id, gen_random_uuid(), 3, now() + interval '1 hour', campaign_id, now(), '" + retry
                + "' FROM emails");

        var errors = stats().getJsonObject("sending").getJsonArray("errors");

        assertThat(errors.stream().map(JsonObject.class::cast).map(error -> error.getString("reason")))
                .containsExactly(retry, "550 5.1.1 No such user");
        assertThat(errors.getJsonObject(0).getMap())
                .containsEntry("outcome", "DEFERRED")
                .containsEntry("count", 3)
                .containsEntry("lastAt", null);
        assertThat(errors.getJsonObject(0).getString("nextTryAt")).isNotNull();
        assertThat(errors.getJsonObject(1).getMap())
                .containsEntry("outcome", "BOUNCED")
                .containsEntry("count", 1)
                .containsEntry("nextTryAt", null);
        server.database("UPDATE campaigns SET recipients = 100001, counted_at = NULL");
        var counted = stats();
        assertThat(stats()).as("kept with the counts of a large campaign").isEqualTo(counted);
        server.database("DELETE FROM outbox");
    }

    private List<JsonObject> recipients() {
        return server.get("/campaigns/" + id + "/recipients").getJsonArray("data").stream()
                .map(JsonObject.class::cast)
                .toList();
    }

    /** Counted so long ago, and large ever since; its state is older still. */
    private void makeLarge(String ago) {
        await().atMost(CampaignServer.TIMEOUT)
                .until(() ->
                        server.count("SELECT count(*) FROM campaigns WHERE stats ->> 'sent' = '3' AND due_at > now()")
                                == 1);
        server.database("UPDATE campaigns SET recipients = 100001, updated_at = now() - interval '1 day',"
                + " counted_at = now() - interval '" + ago + "'");
    }

    private static void open() {
        server.database("UPDATE emails SET opened_at = now()");
    }

    private long opened() {
        return stats().getLong("openedCount");
    }

    private JsonObject stats() {
        return server.get("/campaigns/" + id + "/stats");
    }
}
