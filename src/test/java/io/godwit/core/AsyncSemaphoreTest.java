package io.godwit.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.godwit.core.id.ProjectId;
import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@CloseFields
class AsyncSemaphoreTest {

    private static final Vertx VERTX = Vertx.vertx();
    private static final ProjectId ONE = new ProjectId(UUID.randomUUID());
    private static final ProjectId OTHER = new ProjectId(UUID.randomUUID());

    private static AsyncSemaphore<ProjectId> semaphore(int permits) {
        return new AsyncSemaphore<>(
                VERTX,
                permits,
                1_024,
                64,
                () -> Failure.later(Failure.Kind.SERVICE_UNAVAILABLE, "Too much at once", 5));
    }

    @Test
    void noMoreThanItsNumberRunAtOnceAndAllRunInTheEnd() {
        var semaphore = semaphore(2);
        var begun = new CopyOnWriteArrayList<Promise<Void>>();

        var ended = IntStream.range(0, 5)
                .mapToObj(ignored -> semaphore.run(ONE, () -> begin(begun)))
                .toList();
        var maxConcurrent = begun.size();
        for (var done = 0; done < 5; done++) {
            var next = done;
            await().atMost(Duration.ofSeconds(30)).until(() -> begun.size() > next);
            begun.get(done).complete();
            ended.get(done).await();
        }

        assertThat(maxConcurrent).isEqualTo(2);
        assertThat(begun).hasSize(5);
    }

    private static Future<Void> begin(List<Promise<Void>> begun) {
        var work = Promise.<Void>promise();
        begun.add(work);
        return work.future();
    }

    @Test
    void workThatThrowsReleasesItsPermit() {
        var semaphore = semaphore(1);

        assertThatThrownBy(() -> semaphore
                        .run(ONE, () -> {
                            throw new IllegalStateException("broken");
                        })
                        .await())
                .hasMessageContaining("broken");

        assertThat(semaphore.run(ONE, () -> Future.succeededFuture("next")).await())
                .isEqualTo("next");
    }

    @Test
    void whoFindsALongLineIsSentAway() {
        var semaphore = semaphore(1);
        IntStream.range(0, 65)
                .forEach(ignored ->
                        semaphore.run(ONE, () -> Promise.<Void>promise().future()));

        assertThatThrownBy(() -> semaphore.run(ONE, Future::succeededFuture).await())
                .isInstanceOf(Failure.class)
                .hasMessageContaining("Too much at once");
    }

    @Test
    void aProjectWithOnePassNeverWaitsBehindAllThoseOfAnother() {
        var semaphore = semaphore(2);
        var order = new CopyOnWriteArrayList<ProjectId>();
        var begun = new CopyOnWriteArrayList<Promise<Void>>();
        var busy = IntStream.range(0, 90)
                .mapToObj(ignored -> semaphore.run(ONE, () -> begin(ONE, order, begun)))
                .toList();

        var small = semaphore.run(OTHER, () -> begin(OTHER, order, begun));
        begun.get(0).complete();
        await().atMost(Duration.ofSeconds(30)).until(() -> begun.size() > 2);
        begun.get(1).complete();
        await().atMost(Duration.ofSeconds(30)).until(() -> begun.size() > 3);

        assertThat(order.subList(0, 4)).containsExactlyInAnyOrder(ONE, ONE, ONE, OTHER);
        begun.get(order.indexOf(OTHER)).complete();
        small.await();
        assertThat(busy.stream().filter(Future::failed)).hasSize(90 - 2 - 64);
    }

    private static Future<Void> begin(ProjectId project, List<ProjectId> order, List<Promise<Void>> begun) {
        order.add(project);
        return begin(begun);
    }
}
