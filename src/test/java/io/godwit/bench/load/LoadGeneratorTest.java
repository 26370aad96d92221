package io.godwit.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that the generator measures what happened. */
@Tag("slow")
@CloseFields
class LoadGeneratorTest {

    private final Vertx vertx = Vertx.vertx();
    private final LoadRun load = new LoadRun();

    @Test
    void everyRequestIsDistinctAndCounted() throws Exception {
        Queue<String> bodies = new ConcurrentLinkedQueue<>();
        var server = answering(200, 0, bodies);
        var shapes = List.of(
                new RequestShape("/a", "k1", "a " + RequestShape.KEY),
                new RequestShape("/b", "k2", "b " + RequestShape.SERIAL));

        var measured = load.drive(LoadPlan.of(server.actualPort(), shapes)
                .connections(8)
                .keys(500, 0)
                .lasting(0.1, 0.3));

        assertThat(measured.flawless().accepted()).isEqualTo(bodies.size());
        assertThat(bodies).doesNotHaveDuplicates().contains("a 0000000500", "b 0000000501");
    }

    @Test
    void fewKeysRepeatAndSerialsDoNot() throws Exception {
        Queue<String> bodies = new ConcurrentLinkedQueue<>();
        var server = answering(200, 0, bodies);
        var shapes = List.of(new RequestShape("/a", "k1", RequestShape.KEY + " " + RequestShape.SERIAL));

        load.drive(LoadPlan.of(server.actualPort(), shapes)
                .connections(4)
                .keys(7, 3)
                .lasting(0, 0.2));

        assertThat(bodies).doesNotHaveDuplicates();
        assertThat(bodies.stream().map(body -> body.substring(0, 10)).distinct())
                .containsExactlyInAnyOrder("0000000007", "0000000008", "0000000009");
    }

    @Test
    void refusalsAreCountedByStatus() throws Exception {
        var server = answering(503, 0, new ConcurrentLinkedQueue<>());

        var measured = load.drive(LoadPlan.of(server.actualPort(), List.of(new RequestShape("/", "k", "x")))
                .connections(2)
                .lasting(0, 0.2));

        assertThat(measured.accepted()).isZero();
        assertThat(measured.statuses()).containsOnlyKeys(503);
    }

    @Test
    void timeCountsFromTheMomentARequestShouldHaveStarted() throws Exception {
        var server = answering(200, 50, new ConcurrentLinkedQueue<>());

        var measured = load.drive(LoadPlan.of(server.actualPort(), List.of(new RequestShape("/", "k", "x")))
                .connections(1)
                .rate(100)
                .lasting(0, 1));

        assertThat(measured.p99()).isGreaterThan(1000);
        assertThat(measured.accepted()).isEqualTo(100);
    }

    @Test
    void percentilesAreWithinTwoPercent() {
        var times = new Histogram();

        IntStream.rangeClosed(1, 100_000).forEach(micros -> times.record(micros * 1000L));

        assertThat(times.millisAt(0.5)).isBetween(50.0, 51.0);
        assertThat(times.millisAt(0.99)).isBetween(99.0, 101.0);
    }

    private HttpServer answering(int status, long afterMillis, Queue<String> bodies) {
        return vertx.createHttpServer()
                .requestHandler(request -> request.body().onSuccess(body -> {
                    bodies.add(body.toString());
                    vertx.timer(Math.max(1, afterMillis))
                            .onSuccess(ignored ->
                                    request.response().setStatusCode(status).end("{}"));
                }))
                .listen(0, "127.0.0.1")
                .await();
    }
}
