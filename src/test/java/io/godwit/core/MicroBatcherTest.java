package io.godwit.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MicroBatcherTest {

    private final Vertx vertx = Vertx.vertx();
    private final List<List<Integer>> batches = new ArrayList<>();
    private final Promise<Void> first = Promise.promise();

    @AfterEach
    void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @Test
    void withoutALingerTheFirstGoesAtOnceAndTheOthersTogetherUpToTheLargest() throws Exception {
        var numbers = new MicroBatcher<>(vertx, Duration.ZERO, 3, this::negate);

        var answers = onContext(() -> {
            var asked = List.of(numbers.add(1), numbers.add(2), numbers.add(3), numbers.add(4), numbers.add(5));
            assertThat(batches).containsExactly(List.of(1));
            assertThat(numbers.size()).isEqualTo(4);
            first.complete();
            return Future.all(asked).map(all -> all.<Integer>list());
        });

        assertThat(answers).containsExactly(-1, -2, -3, -4, -5);
        assertThat(batches).containsExactly(List.of(1), List.of(2, 3, 4), List.of(5));
    }

    @Test
    void withALingerTheFirstWaitsForOthers() throws Exception {
        var numbers = new MicroBatcher<>(vertx, Duration.ofMillis(1), 3, this::negate);
        first.complete();

        var answers = onContext(() -> Future.all(numbers.add(1), numbers.add(2)).map(all -> all.<Integer>list()));

        assertThat(answers).containsExactly(-1, -2);
        assertThat(batches).containsExactly(List.of(1, 2));
    }

    @Test
    void aFailureIsThatOfItsBatchAlone() throws Exception {
        var numbers = new MicroBatcher<>(vertx, Duration.ZERO, 3, this::negate);

        var failed = onContext(() -> {
            var asked = Future.join(numbers.add(1), numbers.add(2));
            first.fail("gone");
            return asked.map(List.of()).otherwise(ignored -> List.of(asked.succeeded(0), asked.succeeded(1)));
        });

        assertThat(failed).isEqualTo(List.of(false, true));
    }

    @Test
    void theRequestThatHasWaitedLongestFailsAloneWhenItIsToldTo() throws Exception {
        var numbers = new MicroBatcher<>(vertx, Duration.ZERO, 3, this::negate);

        var failed = onContext(() -> {
            var asked = Future.join(numbers.add(1), numbers.add(2), numbers.add(3));
            assertThat(numbers.failOldest(new IllegalStateException("full"))).isTrue();
            first.complete();
            return asked.map(List.of())
                    .otherwise(ignored -> List.of(asked.succeeded(0), asked.succeeded(1), asked.succeeded(2)));
        });

        assertThat(failed).isEqualTo(List.of(true, false, true));
        assertThat(batches).containsExactly(List.of(1), List.of(3));
    }

    @Test
    void aBatchWhoseRequestsHaveAllFailedIsNotRun() throws Exception {
        var numbers = new MicroBatcher<>(vertx, Duration.ofMillis(1), 3, this::negate);
        first.complete();

        var answers = onContext(() -> {
            var failing = numbers.add(1);
            assertThat(numbers.failOldest(new IllegalStateException("full"))).isTrue();
            assertThat(numbers.failOldest(new IllegalStateException("full"))).isFalse();
            return failing.otherwise(0)
                    .compose(ignored -> vertx.timer(20, TimeUnit.MILLISECONDS))
                    .compose(ignored -> numbers.add(2));
        });

        assertThat(answers).isEqualTo(-2);
        assertThat(batches).containsExactly(List.of(2));
    }

    /** The first batch is answered when the test says so. */
    private Future<List<Integer>> negate(List<Integer> numbers) {
        batches.add(numbers);
        var ready = batches.size() == 1 ? first.future() : Future.<Void>succeededFuture();
        return ready.map(ignored -> numbers.stream().map(number -> -number).toList());
    }

    private <T> T onContext(Supplier<Future<T>> work) throws Exception {
        var result = Promise.<T>promise();
        vertx.getOrCreateContext().runOnContext(ignored -> {
            try {
                work.get().onComplete(result);
            } catch (Throwable thrown) {
                result.fail(thrown);
            }
        });
        return result.future().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
}
