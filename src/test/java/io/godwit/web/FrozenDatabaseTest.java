package io.godwit.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.FrozenPostgres;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests requests that meet a PostgreSQL whose processes are stopped, or a table that somebody has locked. */
@GodwitServer
class FrozenDatabaseTest {

    /** The probe asks every 750 ms at most and waits for 2 s; by its own limits a statement would wait for 10 s. */
    private static final Duration REFUSED_WITHIN = Duration.ofMillis(4_500);

    private static final List<String> LISTS =
            List.of("/contacts", "/templates", "/campaigns", "/workflows", "/segments");

    private static TestServer server;

    private final HttpClient http = HttpClient.newHttpClient();

    private record TimedStatus(int status, Duration time) {}

    @Test
    void listsAndWritesThatWaitAreRefusedSoonAfterPostgresFroze() {
        LISTS.forEach(path -> assertThat(timed(get(path)).join().status()).isEqualTo(200));

        var answers = whileFrozen(() -> Stream.concat(
                        Stream.generate(() -> LISTS)
                                .limit(6)
                                .flatMap(List::stream)
                                .map(this::get),
                        tracks())
                .map(this::timed)
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList());

        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.time()).isLessThan(REFUSED_WITHIN);
        });
        await().atMost(Duration.ofSeconds(30))
                .until(() -> timed(get("/contacts")).join().status() == 200);
    }

    @Test
    void aListOfALockedTableIsRefusedWithinThreeSecondsAndTheOthersAreServed() throws SQLException {
        try (var locker = server.database().connect()) {
            locker.setAutoCommit(false);
            locker.createStatement().execute("LOCK TABLE contacts");

            var locked = timed(get("/contacts"));
            var others = timed(get("/templates")).join();

            assertThat(others.status()).isEqualTo(200);
            assertThat(locked.join().status()).isEqualTo(503);
            assertThat(locked.join().time()).isLessThan(REFUSED_WITHIN);
        }
    }

    private static <T> T whileFrozen(Supplier<T> work) {
        var frozen = FrozenPostgres.of(server.database());
        try {
            return work.get();
        } finally {
            frozen.close();
        }
    }

    private Stream<HttpRequest> tracks() {
        return Stream.generate(() -> request("/v1/track")
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString("{\"email\":\"ada@example.com\",\"event\":\"seen\"}"))
                        .build())
                .limit(6);
    }

    private HttpRequest get(String path) {
        return request(path).build();
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(server.baseUrl() + path))
                .header("Authorization", "Bearer " + server.secretKey(0));
    }

    private CompletableFuture<TimedStatus> timed(HttpRequest request) {
        var began = System.nanoTime();
        return http.sendAsync(request, BodyHandlers.discarding())
                .thenApply(answer -> new TimedStatus(answer.statusCode(), Duration.ofNanos(System.nanoTime() - began)));
    }
}
