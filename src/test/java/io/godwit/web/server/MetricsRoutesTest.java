package io.godwit.web.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.web.Access;
import io.godwit.web.ApiResponse;
import io.godwit.web.Routes;
import io.godwit.web.TestHttpServer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests who may read the metrics, and what it costs the others. */
@CloseFields
class MetricsRoutesTest {

    private static final Vertx VERTX = Vertx.vertx();

    /** Lets scrapes end, one each. */
    private final Semaphore ends = new Semaphore(0);

    private final Semaphore beginnings = new Semaphore(0);
    private final AtomicInteger begun = new AtomicInteger();

    @Test
    void metricsAreForThisMachineAndForTheTokensHolder() {
        try (var server = serving(() -> "up 1\n", Optional.of("t0ken"), "127.0.0.1")) {
            var local = server.anonymous("GET", "/metrics", "");
            var forwarded = server.anonymous("GET", "/metrics", "", "X-Forwarded-For", "127.0.0.1");
            var operator = server.anonymous(
                    "GET", "/metrics", "", "X-Forwarded-For", "192.0.2.1", "Authorization", "Bearer t0ken");
            var guessed = server.anonymous(
                    "GET", "/metrics", "", "X-Forwarded-For", "192.0.2.1", "Authorization", "Bearer t0ke");

            assertThat(local.body()).isEqualTo("up 1\n");
            assertThat(local.headers().firstValue("content-type")).contains("text/plain; version=0.0.4; charset=utf-8");
            assertThat(forwarded.statusCode()).isEqualTo(401);
            assertThat(operator.statusCode()).isEqualTo(200);
            assertThat(guessed.statusCode()).isEqualTo(401);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Real-IP: 192.0.2.1",
                "Via: 1.1 proxy",
                "CF-Connecting-IP: 192.0.2.1",
                "X-Forwarded-Host: mail.example.com",
                "X-Forwarded-Proto: https",
                "Forwarded: for=192.0.2.1",
                "Host: evil.example"
            })
    void whatAProxyOrAForeignNameLeadsHereIsNotOfThisMachine(String header) {
        try (var server = serving(() -> "up 1\n", Optional.empty(), "127.0.0.1")) {
            var host = header.startsWith("Host") ? "" : "Host: localhost\r\n";

            var answer = server.raw("GET /metrics HTTP/1.1\r\n" + host + header + "\r\nConnection: close\r\n\r\n");

            assertThat(answer).startsWith("HTTP/1.1 401");
        }
    }

    @Test
    void whereOthersReachThePortTheTokenIsNeededHereToo() {
        try (var server = serving(() -> "up 1\n", Optional.of("t0ken"), "0.0.0.0")) {
            assertThat(server.anonymous("GET", "/metrics", "").statusCode()).isEqualTo(401);
            assertThat(server.anonymous("GET", "/metrics", "", "Authorization", "Bearer t0ken")
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void aSlowScrapeKeepsNobodyWaitingWhoAsksForSomethingElse() throws InterruptedException {
        try (var server = serving(this::slowScrape, Optional.empty(), "127.0.0.1")) {
            var scrape = ask(server);
            awaitBeginning();

            for (var each = 0; each < 8; each++) {
                assertThat(server.raw("GET /other HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                        .startsWith("HTTP/1.1 204");
            }

            assertThat(scrape).isNotDone();
            ends.release();
            assertThat(scrape.join().body()).isEqualTo("scrape 1\n");
        }
    }

    @Test
    void thoseWhoAskDuringAScrapeShareTheNextAndTooManyAreRefused() throws InterruptedException {
        try (var server = serving(this::slowScrape, Optional.empty(), "127.0.0.1")) {
            var first = ask(server);
            awaitBeginning();

            var later = IntStream.range(0, 20).mapToObj(ignored -> ask(server)).toList();
            await().atMost(Duration.ofSeconds(60))
                    .until(() ->
                            later.stream().filter(CompletableFuture::isDone).count() == 4);
            assertThat(later.stream().filter(CompletableFuture::isDone).map(CompletableFuture::join))
                    .allSatisfy(answer -> {
                        assertThat(answer.statusCode()).isEqualTo(503);
                        assertThat(answer.headers().firstValue("Retry-After")).contains("1");
                    });
            ends.release(2);

            assertThat(first.join().body()).isEqualTo("scrape 1\n");
            assertThat(later.stream()
                            .map(CompletableFuture::join)
                            .filter(answer -> answer.statusCode() == 200)
                            .map(HttpResponse::body))
                    .hasSize(16)
                    .containsOnly("scrape 2\n");
        }
    }

    private String slowScrape() {
        var number = begun.incrementAndGet();
        beginnings.release();
        ends.acquireUninterruptibly();
        return "scrape " + number + "\n";
    }

    private void awaitBeginning() throws InterruptedException {
        assertThat(beginnings.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
    }

    private static CompletableFuture<HttpResponse<String>> ask(TestHttpServer server) {
        return CompletableFuture.supplyAsync(
                () -> server.anonymous("GET", "/metrics", ""), task -> new Thread(task).start());
    }

    private static TestHttpServer serving(Supplier<String> scrape, Optional<String> token, String host) {
        Routes other = api ->
                api.get("/other").access(Access.OPEN).to(ignored -> Future.succeededFuture(ApiResponse.nothing()));
        return TestHttpServer.serving(new MetricsRoutes(VERTX, scrape, token, host), other);
    }
}
