package io.godwit.bench;

import io.godwit.kit.ApiClient;
import io.godwit.kit.GodwitJar;
import io.godwit.kit.JarServer;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The requests of every benchmark to a server. */
final class BenchServers {

    private static final Map<String, String> SETTINGS = Map.of(
            // The limit is on and counts, but nobody reaches it.
            "GODWIT_RATE_LIMIT_PER_MINUTE", "2000000000", "GODWIT_DEMO_PROJECTS", "4");

    private BenchServers() {}

    /** With four projects and a rate limit that counts but never refuses. */
    static JarServer start(Path directory, Map<String, String> settings) {
        return start(GodwitJar.path(), directory, settings);
    }

    /** The same of another jar. */
    static JarServer start(Path jar, Path directory, Map<String, String> settings) {
        var all = new HashMap<>(SETTINGS);
        all.putAll(settings);
        return JarServer.start(jar, directory, all);
    }

    static List<JsonObject> projects(JarServer server) {
        return server.demo().getJsonArray("projects").stream()
                .map(JsonObject.class::cast)
                .toList();
    }

    /** Answers the body; fails unless the answer is a 2xx. */
    static JsonObject post(JarServer server, String path, String key, JsonObject body) {
        var answer = server.api().post(path, key, body);
        if (!answer.isOk()) {
            throw new AssertionError(path + " answered " + answer.status() + " " + answer.text());
        }
        return answer.body();
    }

    /** The same for a question. */
    static JsonObject get(JarServer server, String path, String key) {
        return asked(server, path, key).body();
    }

    /** The same for a question whose answer may be a list. */
    static String text(JarServer server, String path, String key) {
        return asked(server, path, key).text();
    }

    private static ApiClient.Response asked(JarServer server, String path, String key) {
        var answer = server.api().get(path, key);
        if (!answer.isOk()) {
            throw new AssertionError(path + " answered " + answer.status() + " " + answer.text());
        }
        return answer;
    }

    static long count(JarServer server, String table) throws SQLException {
        try (var connection = server.connect();
                var rows = connection.createStatement().executeQuery("SELECT count(*) FROM " + table)) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
