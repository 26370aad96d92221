package io.godwit.kit.api;

import static org.awaitility.Awaitility.await;

import io.godwit.kit.ApiClient;
import io.godwit.kit.ApiClient.Response;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/** Imports and bulk operations as a caller with one key sees them. */
public record JobApi(ApiClient api, String key) {

    public static final Duration TIMEOUT = Duration.ofSeconds(60);

    public JobApi(String baseUrl, String key) {
        this(new ApiClient(baseUrl), key);
    }

    public Response upload(String fileName, String contentType, byte[] csv, Map<String, String> headers) {
        return api.upload("/contacts/import", key, new ApiClient.File("file", fileName, contentType, csv), headers);
    }

    public Response upload(byte[] csv) {
        return upload("contacts.csv", "text/csv", csv, Map.of());
    }

    /** Answers the id of the job. */
    public String queueImport(String csv) {
        return accepted(upload(csv.getBytes(StandardCharsets.UTF_8)));
    }

    /** Asks what an import of the file would do. */
    public Response preview(byte[] csv, Map<String, String> fields) {
        var file = new ApiClient.File("file", "contacts.csv", "text/csv", csv);
        return api.upload("/contacts/import/preview", key, file, Map.of(), fields);
    }

    public JsonObject importJob(String id) {
        return api.get("/contacts/import/" + id, key).body();
    }

    public JsonObject bulkJob(String id) {
        return api.get("/contacts/bulk/" + id, key).body();
    }

    /** Imports and waits for the end, good or bad. */
    public JsonObject imported(String csv) {
        return imported(csv.getBytes(StandardCharsets.UTF_8));
    }

    /** The same with other fields of the form. */
    public JsonObject imported(String csv, Map<String, String> fields) {
        var file = new ApiClient.File("file", "contacts.csv", "text/csv", csv.getBytes(StandardCharsets.UTF_8));
        return ended(accepted(api.upload("/contacts/import", key, file, Map.of(), fields)));
    }

    public JsonObject imported(byte[] csv) {
        return ended(accepted(upload(csv)));
    }

    public JsonObject ended(String id) {
        return await().atMost(TIMEOUT).until(() -> importJob(id), JobApi::hasEnded);
    }

    /** Answers the id of the job. */
    public String queueBulk(String operation, JsonObject body) {
        return accepted(api.post("/contacts/bulk-" + operation, key, body));
    }

    private static String accepted(Response answer) {
        if (answer.status() != 202) {
            throw new AssertionError(answer.status() + " " + answer.text());
        }
        return answer.body().getString("jobId");
    }

    /** Does it and waits for the end. */
    public JsonObject bulk(String operation, JsonObject body) {
        var id = queueBulk(operation, body);
        return await().atMost(TIMEOUT).until(() -> bulkJob(id), JobApi::hasEnded);
    }

    public static boolean hasEnded(JsonObject job) {
        return job.getString("state").equals("completed")
                || job.getString("state").equals("failed");
    }
}
