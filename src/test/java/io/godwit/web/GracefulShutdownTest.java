package io.godwit.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.TestServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A node that stops under load. */
class GracefulShutdownTest {

    private static final Duration LAME_DUCK = Duration.ofMillis(1_500);

    /** Eight connections ask without a pause until a look at readiness, ten times a second, tells them to go elsewhere. */
    @Test
    void aStoppingNodeServesUntilABalancerHasHeardOfItAndResetsNobody() {
        var server = TestServer.start(Map.of("GODWIT_HTTP_LAME_DUCK", LAME_DUCK.toMillis() + "ms"));
        var ready = new AtomicBoolean(true);
        var served = new AtomicInteger();
        var servedWhileLeaving = new AtomicInteger();
        var mishaps = new ConcurrentLinkedQueue<Mishap>();
        var balancer = CompletableFuture.runAsync(() -> watch(server, ready));
        var clients = new ArrayList<CompletableFuture<Void>>();
        for (int each = 0; each < 8; each++) {
            clients.add(CompletableFuture.runAsync(
                    () -> ask(server, ready, served, servedWhileLeaving, mishaps), task -> new Thread(task).start()));
        }
        await().atMost(Duration.ofMinutes(1)).until(() -> served.get() > 50);

        var stopBegan = System.nanoTime();
        server.close();

        CompletableFuture.allOf(clients.toArray(CompletableFuture[]::new)).join();
        balancer.join();
        // A balancer on a machine so slow that it has heard nothing by then is told too late.
        assertThat(mishaps).allMatch(mishap -> mishap.nanos() - stopBegan > LAME_DUCK.toNanos());
        assertThat(servedWhileLeaving).hasPositiveValue();
    }

    /** @param nanos by {@link System#nanoTime} */
    private record Mishap(String words, long nanos) {

        static Mishap now(String words) {
            return new Mishap(words, System.nanoTime());
        }
    }

    private static void watch(TestServer server, AtomicBoolean ready) {
        try {
            await().atMost(Duration.ofMinutes(2))
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> server.get("/health/ready", "").statusCode() == 503);
        } finally {
            ready.set(false);
        }
    }

    private static void ask(
            TestServer server,
            AtomicBoolean ready,
            AtomicInteger served,
            AtomicInteger servedWhileLeaving,
            Queue<Mishap> mishaps) {
        var client = HttpClient.newHttpClient();
        var request = HttpRequest.newBuilder(URI.create(server.baseUrl() + "/v1/track"))
                .header("Authorization", "Bearer " + server.secretKey(0))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"email\":\"ada@example.com\",\"event\":\"read\"}"))
                .build();
        while (ready.get()) {
            try {
                var answer = client.send(request, BodyHandlers.ofString());
                if (answer.statusCode() != 200) {
                    mishaps.add(Mishap.now(answer.body()));
                }
                served.incrementAndGet();
                if (answer.headers().allValues("connection").equals(List.of("close"))) {
                    servedWhileLeaving.incrementAndGet();
                }
            } catch (IOException | InterruptedException failed) {
                mishaps.add(Mishap.now(failed.toString()));
            }
        }
    }
}
