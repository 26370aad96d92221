package io.godwit.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.JobApi;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The list of a project's background jobs. */
@GodwitServer
class JobRoutesTest {

    private static TestServer server;
    private static String oldest;
    private static String bulk;
    private static String newest;

    @BeforeAll
    static void runThree() {
        var jobs = new JobApi(server.baseUrl(), server.secretKey(0));
        oldest = jobs.queueImport("email\nada@example.com\nnonsense\n");
        jobs.ended(oldest);
        bulk = jobs.queueBulk(
                "subscribe",
                new JsonObject()
                        .put("contactIds", new JsonArray().add(UUID.randomUUID().toString())));
        org.awaitility.Awaitility.await().atMost(JobApi.TIMEOUT).until(() -> JobApi.hasEnded(jobs.bulkJob(bulk)));
        newest = jobs.queueImport("name\nAda\n");
        jobs.ended(newest);
    }

    private static JsonObject list(String query) {
        var answer = server.get("/jobs" + query, server.secretKey(0));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body());
    }

    private static List<String> ids(JsonObject list) {
        return list.getJsonArray("data").stream()
                .map(job -> ((JsonObject) job).getString("id"))
                .toList();
    }

    @Test
    void theNewestComesFirst() {
        var list = list("");

        assertThat(ids(list)).containsExactly(newest, bulk, oldest);
        assertThat(list.getInteger("total")).isEqualTo(3);
        assertThat(list.getBoolean("hasMore")).isFalse();
    }

    @Test
    void aJobTellsItsKindItsStatusAndWhatItCounted() {
        var job = new JsonObject(
                server.get("/jobs/" + oldest, server.secretKey(0)).body());

        assertThat(job.getString("kind")).isEqualTo("contacts.import");
        assertThat(job.getString("status")).isEqualTo("completed");
        assertThat(job.getInteger("progress")).isEqualTo(100);
        assertThat(job.getJsonObject("counters").getInteger("createdCount")).isOne();
        assertThat(job.getInteger("errorCount")).isOne();
        assertThat(job.getString("endedAt")).isNotNull();
    }

    @Test
    void theListIsNarrowedDownByKindAndStatus() {
        assertThat(ids(list("?kind=contacts.bulk"))).containsExactly(bulk);
        assertThat(ids(list("?status=failed"))).containsExactly(newest);
        assertThat(ids(list("?kind=contacts.import&status=completed"))).containsExactly(oldest);
        assertThat(list("?kind=contacts.import").getInteger("total")).isEqualTo(2);
    }

    @Test
    void aFailedJobSaysWhy() {
        assertThat(list("?status=failed").getJsonArray("data").getJsonObject(0).getString("reason"))
                .contains("email");
    }

    @Test
    void aCursorGoesOnBehindTheLastJob() {
        var first = list("?limit=2");
        var second = list("?limit=2&cursor=" + first.getString("cursor"));

        assertThat(ids(first)).containsExactly(newest, bulk);
        assertThat(first.getBoolean("hasMore")).isTrue();
        assertThat(ids(second)).containsExactly(oldest);
        assertThat(second.getBoolean("hasMore")).isFalse();
    }

    @Test
    void wordsThatAreNoKindOrStatusAreRefused() {
        assertThat(server.get("/jobs?kind=cat", server.secretKey(0)).statusCode())
                .isEqualTo(422);
        assertThat(server.get("/jobs?status=cat", server.secretKey(0)).statusCode())
                .isEqualTo(422);
        assertThat(server.get("/jobs?limit=101", server.secretKey(0)).statusCode())
                .isEqualTo(422);
    }

    @Test
    void anotherProjectSeesNoneOfThem() {
        var foreign = new JsonObject(server.get("/jobs", server.secretKey(1)).body());

        assertThat(foreign.getJsonArray("data")).isEmpty();
        assertThat(server.get("/jobs/" + oldest, server.secretKey(1)).statusCode())
                .isEqualTo(404);
    }
}
