package io.godwit.projects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.nodes.TwoNodes;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Changes of members on one of two nodes hold on both when they are answered. */
final class MemberClusterIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static TwoNodes nodes;
    private static HttpClient http;
    private static String cookie;

    /** A status and when its request was asked. */
    private record Timed(int status, long nanos) {}

    @BeforeAll
    static void start() {
        nodes = TwoNodes.start();
        http = HttpClient.newHttpClient();
        cookie = signIn(0);
    }

    @AfterAll
    static void stop() {
        nodes.close();
    }

    @Test
    void aSessionIsOpenOnBothNodesAndEndsOnBoth() {
        var mine = signIn(0);
        assertThat(ask(1, "GET", "/users/@me", mine, "").statusCode()).isEqualTo(200);

        ask(1, "GET", "/auth/logout", mine, "");

        for (var node : List.of(0, 1)) {
            assertThat(ask(node, "GET", "/users/@me", mine, "").statusCode()).isEqualTo(401);
        }
    }

    @Test
    void aRevokedKeyIsDeadOnBothNodesWhenTheAnswerComes() {
        var keys = "/projects/" + nodes.project().getString("projectId") + "/keys";
        var made = new JsonObject(
                        ask(0, "POST", keys, cookie, "{\"label\":\"Shop\"}").body())
                .getJsonObject("data");

        var answers =
                hammered(made.getString("key"), () -> ask(0, "DELETE", keys + "/" + made.getString("id"), cookie, ""));

        assertThat(answers).containsOnly(401);
    }

    @Test
    void aDeletedProjectTakesNothingOnEitherNodeWhenTheAnswerComes() {
        var made = new JsonObject(ask(1, "POST", "/users/@me/projects", cookie, "{\"name\":\"Gone\"}")
                .body());

        var answers = hammered(
                made.getString("secret"),
                () -> ask(1, "DELETE", "/users/@me/projects/" + made.getString("id"), cookie, ""));

        assertThat(answers).containsOnly(401);
        await().atMost(TIMEOUT)
                .until(() -> nodes.db().count("SELECT count(*) FROM projects WHERE id = ?::uuid", made.getString("id"))
                        == 0);
        assertThat(nodes.db().count("SELECT count(*) FROM contacts WHERE project_id = ?::uuid", made.getString("id")))
                .isZero();
    }

    private interface Ending {
        HttpResponse<String> answer();
    }

    /** The answers of both nodes to the key after the ending was answered. */
    private static List<Integer> hammered(String key, Ending ending) {
        var calling = new AtomicBoolean(true);
        var answers = new ConcurrentLinkedQueue<Timed>();
        var callers = IntStream.range(0, 4)
                .mapToObj(caller -> CompletableFuture.runAsync(() -> {
                    while (calling.get()) {
                        var asked = System.nanoTime();
                        answers.add(new Timed(track(caller, key), asked));
                    }
                }))
                .toList();
        await().atMost(TIMEOUT).until(() -> answers.size() > 100);
        assertThat(ending.answer().statusCode()).isEqualTo(200);
        var answered = System.nanoTime();
        var enough = answers.size() + 100;
        await().atMost(TIMEOUT).until(() -> answers.size() > enough);
        calling.set(false);
        callers.forEach(CompletableFuture::join);
        assertThat(answers).extracting(Timed::status).contains(200);
        return answers.stream()
                .filter(timed -> timed.nanos() > answered)
                .map(Timed::status)
                .toList();
    }

    private static int track(int node, String key) {
        var event = new JsonObject().put("email", "ada@example.com").put("event", "called");
        return nodes.api(node).post("/v1/track", key, event).status();
    }

    private static String signIn(int node) {
        var demo = nodes.project();
        var body = new JsonObject().put("email", demo.getString("email")).put("password", demo.getString("password"));
        var answer = ask(node, "POST", "/auth/login", "", body.encode());
        return answer.headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
    }

    private static HttpResponse<String> ask(int node, String method, String path, String cookie, String body) {
        var headers = new ArrayList<>(List.of("Content-Type", "application/json"));
        if (!cookie.isEmpty()) {
            headers.addAll(List.of("Cookie", cookie));
        }
        try {
            return http.send(
                    HttpRequest.newBuilder(URI.create(
                                    "http://localhost:" + nodes.node(node).port() + path))
                            .headers(headers.toArray(String[]::new))
                            .method(method, BodyPublishers.ofString(body))
                            .build(),
                    BodyHandlers.ofString());
        } catch (IOException lost) {
            throw new IllegalStateException(lost);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
