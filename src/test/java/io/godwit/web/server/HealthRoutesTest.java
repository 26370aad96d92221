package io.godwit.web.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.web.Access;
import io.godwit.web.ApiResponse;
import io.godwit.web.Routes;
import io.godwit.web.TestHttpServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Tests the routes for operators, and the end of the server. */
class HealthRoutesTest {

    private final AtomicBoolean database = new AtomicBoolean(true);
    private final HealthRoutes health =
            new HealthRoutes(List.of(new HealthRoutes.Check("database", database::get)), List.of(), Map.of());

    @Test
    void aNodeIsReadyWhileEveryCheckPassesAndItIsNotStopping() {
        try (var server = TestHttpServer.serving(health)) {
            var ready = server.anonymous("GET", "/health/ready", "");
            database.set(false);
            var away = server.anonymous("GET", "/health/ready", "");
            database.set(true);
            health.stop();
            var stopping = server.anonymous("GET", "/health/ready", "");

            assertThat(ready.statusCode()).isEqualTo(200);
            assertThat(away.statusCode()).isEqualTo(503);
            assertThat(new JsonObject(away.body()).getJsonObject("checks").getBoolean("database"))
                    .isFalse();
            assertThat(stopping.statusCode()).isEqualTo(503);
            assertThat(server.anonymous("GET", "/health/live", "").statusCode()).isEqualTo(200);
            assertThat(server.anonymous("GET", "/health", "").body()).contains("\"status\":\"ok\"");
        }
    }

    @Test
    void theDocumentHoldsEveryRoute() {
        Routes routes = api -> {
            api.post("/v1/send")
                    .access(Access.KEY_ALONE)
                    .limit(5)
                    .idempotent()
                    .alias("/send")
                    .to(ignored -> Future.succeededFuture(ApiResponse.nothing()));
            api.get("/emails/:id").to(ignored -> Future.succeededFuture(ApiResponse.nothing()));
        };
        try (var server = TestHttpServer.serving(health, routes)) {
            var document =
                    new JsonObject(server.anonymous("GET", "/openapi.json", "").body());

            assertThat(document.getString("openapi")).isEqualTo("3.1.0");
            assertThat(document.getJsonObject("paths").fieldNames())
                    .contains("/v1/send", "/emails/{id}", "/health", "/openapi.json");
            var send = document.getJsonObject("paths").getJsonObject("/v1/send").getJsonObject("post");
            assertThat(send.getJsonArray("security").encode()).isEqualTo("[{\"secretKey\":[]}]");
            assertThat(send.getJsonObject("responses").fieldNames()).contains("401", "409", "413", "415", "422", "429");
        }
    }

    @Test
    void aStoppingServerAnswersWhatIsInFlightAndTakesNothingNew() throws InterruptedException {
        var arrived = new CountDownLatch(1);
        var response = Promise.<ApiResponse>promise();
        Routes routes = api -> api.get("/slow").to(ignored -> {
            arrived.countDown();
            return response.future();
        });
        try (var server = TestHttpServer.serving(routes)) {
            var inFlight = CompletableFuture.supplyAsync(() -> server.call("GET", "/slow", ""));
            assertThat(arrived.await(60, TimeUnit.SECONDS)).isTrue();

            var stopped = CompletableFuture.runAsync(server::stop);
            response.complete(ApiResponse.ok(Map.of("done", true)));

            assertThat(inFlight.join().body()).isEqualTo("{\"done\":true}");
            stopped.join();
            // The kernel keeps a closed socket listening until the selector's next round.
            await().atMost(Duration.ofSeconds(60)).until(() -> !server.isListening());
        }
    }

    @Test
    void requestsAreTimedByTheirRouteAndNotByTheirPath() {
        var registry = new SimpleMeterRegistry();
        Routes routes = api -> api.get("/emails/:id").to(ignored -> Future.succeededFuture(ApiResponse.nothing()));
        try (var server = TestHttpServer.measured(registry, routes)) {
            server.call("GET", "/emails/1", "");
            server.call("GET", "/emails/2", "");
            server.call("GET", "/other", "");

            // A client may have its answer a moment before the server has counted it.
            await().atMost(Duration.ofSeconds(60)).ignoreExceptions().untilAsserted(() -> {
                assertThat(registry.get("godwit.http.requests")
                                .tags("route", "/emails/:id", "status", "2xx")
                                .timer()
                                .count())
                        .isEqualTo(2);
                assertThat(registry.get("godwit.http.requests")
                                .tag("route", "none")
                                .timer()
                                .count())
                        .isEqualTo(1);
            });
        }
    }
}
