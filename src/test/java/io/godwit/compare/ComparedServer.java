package io.godwit.compare;

import com.fasterxml.jackson.databind.JsonNode;
import io.godwit.kit.JarServer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One of the two versions, on a data directory of its own, and the values that its answers gave to the names in requests. */
final class ComparedServer implements AutoCloseable {

    private static final Pattern NAME = Pattern.compile("\\$(\\w+)");
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** The longest a caller waits who was too fast; the window of the limit is a minute. */
    private static final int MAX_WAIT_SECONDS = 61;

    private final JarServer server;
    private final String baseUrl;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Map<String, String> times;
    private final List<JsonObject> projects;
    private final String cookie;

    /** The values of the chapter at hand. */
    private final Map<String, String> values = new HashMap<>();

    private ComparedServer(JarServer server, Map<String, String> times) {
        this.server = server;
        this.times = times;
        this.baseUrl = "http://127.0.0.1:" + server.port();
        this.projects = server.demo().getJsonArray("projects").stream()
                .map(JsonObject.class::cast)
                .toList();
        this.cookie = signIn();
    }

    /**
     * Starts a jar; returns when it is ready and its owner is signed in.
     *
     * @param projects the number of projects, one for each chapter and one more
     * @param times the values of names that both versions share, such as {@code tomorrow}
     */
    static ComparedServer start(Path jar, Path directory, int projects, Map<String, String> times) {
        var settings = Map.of("GODWIT_DEMO_PROJECTS", Integer.toString(projects));
        return new ComparedServer(JarServer.start(jar, directory, settings), times);
    }

    /** Forgets the values of the last chapter; this one acts on the project of this number. */
    void beginChapter(int number) {
        values.clear();
        values.putAll(times);
        var project = projects.get(number);
        var demo = server.demo();
        values.put("project", project.getString("projectId"));
        values.put("secret", project.getString("secretKey"));
        values.put("public", project.getString("publicKey"));
        values.put("domain", project.getString("domain"));
        values.put("email", demo.getString("email"));
        values.put("password", demo.getString("password"));
        values.put("otherProject", projects.get(0).getString("projectId"));
        values.put("otherSecret", projects.get(0).getString("secretKey"));
    }

    /** Sends a request, and once more when it was refused for being too fast. */
    RecordedAnswer answer(RecordedRequest request) {
        var answer = exchange(request);
        if (answer.isTooFast() && answer.headers().firstValue("retry-after").isPresent()) {
            var seconds =
                    Integer.parseInt(answer.headers().firstValue("retry-after").get());
            if (seconds <= MAX_WAIT_SECONDS) {
                pause(TimeUnit.SECONDS.toMillis(seconds) + 100);
                return exchange(request);
            }
        }
        return answer;
    }

    /** Keeps the values of an answer that later requests name. */
    void keep(RecordedRequest request, RecordedAnswer answer) {
        request.sequel().kept().forEach(kept -> values.put(kept.name(), answer.value(kept)));
    }

    /** The OpenAPI document. */
    JsonNode document() {
        var request =
                HttpRequest.newBuilder(URI.create(baseUrl + "/openapi.json")).timeout(TIMEOUT);
        return send(request.build()).json();
    }

    private RecordedAnswer exchange(RecordedRequest request) {
        var message = HttpRequest.newBuilder(
                        URI.create(baseUrl + filled(request.target()).replace(" ", "%20")))
                .timeout(TIMEOUT)
                .method(request.method(), body(request));
        request.content().headers().forEach(message::header);
        credentials(request.caller()).forEach(message::header);
        return send(message.build());
    }

    private RecordedAnswer send(HttpRequest message) {
        try {
            var answer = http.send(message, BodyHandlers.ofString());
            return RecordedAnswer.of(answer.statusCode(), answer.headers(), answer.body());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    private BodyPublisher body(RecordedRequest request) {
        return request.content()
                .body()
                .map(body -> BodyPublishers.ofByteArray(filled(body).getBytes(StandardCharsets.UTF_8)))
                .orElse(BodyPublishers.noBody());
    }

    private Map<String, String> credentials(RequestCaller caller) {
        return switch (caller) {
            case SECRET -> bearer(value("secret"));
            case PUBLIC -> bearer(value("public"));
            case OTHER -> bearer(value("otherSecret"));
            case UNKNOWN -> bearer("sk_" + "0".repeat(64));
            case USER -> withCookie(cookie, Map.of("X-Project-Id", value("project")));
            case ACCOUNT -> withCookie(cookie, Map.of());
            case SESSION -> withCookie(value("session"), Map.of());
            case NOBODY -> Map.of();
        };
    }

    private static Map<String, String> bearer(String key) {
        return Map.of("Authorization", "Bearer " + key);
    }

    /** With the origin as well that a browser names. */
    private Map<String, String> withCookie(String pair, Map<String, String> headers) {
        var all = new HashMap<>(headers);
        all.put("Cookie", pair);
        all.put("Origin", baseUrl);
        all.put("Sec-Fetch-Site", "same-origin");
        return all;
    }

    private String filled(String text) {
        return NAME.matcher(text).replaceAll(this::quotedValue);
    }

    private String quotedValue(MatchResult name) {
        return Matcher.quoteReplacement(value(name.group(1)));
    }

    private String value(String name) {
        var value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("No request of the chapter keeps $" + name);
        }
        return value;
    }

    private String signIn() {
        var demo = server.demo();
        var body = new JsonObject().put("email", demo.getString("email")).put("password", demo.getString("password"));
        var answer = send(HttpRequest.newBuilder(URI.create(baseUrl + "/auth/login"))
                .timeout(TIMEOUT)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body.encode()))
                .build());
        return answer.headers().firstValue("set-cookie").orElseThrow().replaceAll(";.*", "");
    }

    static void pause(long milliseconds) {
        try {
            TimeUnit.MILLISECONDS.sleep(milliseconds);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    /** Stops the server and deletes its data. */
    @Override
    public void close() {
        server.stop();
        server.close();
    }
}
