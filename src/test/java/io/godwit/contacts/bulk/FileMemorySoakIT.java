package io.godwit.contacts.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.JarServer;
import io.godwit.kit.nodes.JobNodes;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A million contacts go out, and files of 5 MB come in beside it, through a heap that holds neither. */
@Tag("soak")
final class FileMemorySoakIT {

    private static final int CONTACTS = 1_000_000;
    private static final int ROWS = 150_000;

    @Test
    void aMillionContactsAreExportedAndLargeFilesImportedInASmallHeap() throws Exception {
        var settings = Map.of(
                "GODWIT_DEMO_PROJECTS", "3",
                "GODWIT_RATE_LIMIT_PER_MINUTE", "0",
                "JAVA_TOOL_OPTIONS", "-Xmx128m -XX:+UseSerialGC -XX:+ExitOnOutOfMemoryError");
        try (var node = JarServer.start(settings)) {
            fill(node, project(node, 0).getString("projectId"));
            var export = CompletableFuture.supplyAsync(
                    () -> lines(node, project(node, 0).getString("secretKey")));

            var first = JobNodes.client(node, project(node, 1).getString("secretKey"));
            var second = JobNodes.client(node, project(node, 2).getString("secretKey"));
            var csv = JobNodes.rows("r", ROWS);
            var queued = second.queueImport(csv);
            var job = first.imported(csv);

            assertThat(csv.length()).isBetween(4 << 20, 5 << 20);
            assertThat(export.join()).isEqualTo(CONTACTS + 1);
            assertThat(job.getInteger("createdCount")).isEqualTo(ROWS);
            assertThat(second.ended(queued).getInteger("createdCount")).isEqualTo(ROWS);
        }
    }

    private static JsonObject project(JarServer node, int number) {
        return node.demo().getJsonArray("projects").getJsonObject(number);
    }

    private static void fill(JarServer node, String project) throws SQLException {
        try (var connection = node.connect();
                var statement = connection.prepareStatement("""
                        INSERT INTO contacts (project_id, id, email, subscribed, data)
                        SELECT ?::uuid, gen_random_uuid(), 'filler' || number || '@example.com', true,
                               jsonb_build_object('plan', 'team', 'visits', number)
                          FROM generate_series(1, ?) AS number
                        """)) {
            statement.setString(1, project);
            statement.setInt(2, CONTACTS);
            statement.execute();
        }
    }

    private static long lines(JarServer node, String key) {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + node.port() + "/contacts/export"))
                .header("Authorization", "Bearer " + key)
                .build();
        try (var body = HttpClient.newHttpClient()
                        .send(request, BodyHandlers.ofInputStream())
                        .body();
                var lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
            return lines.lines().count();
        } catch (IOException failed) {
            throw new AssertionError(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError(interrupted);
        }
    }
}
