package io.godwit.sending.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Scheduler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class UsedContentsTest {

    private static final Duration TICK = Duration.ofSeconds(1);

    private final AtomicLong now = new AtomicLong();
    private final LastTask scheduler = new LastTask();
    private final Cache<String, String> cache =
            UsedContents.cache(1_000, (key, value) -> value.length(), now::get, scheduler);

    @Test
    void aContentThatNoEmailUsesForAMinuteGoesAlthoughTheCacheIsLeftAlone() {
        cache.put("once", "a body");
        cache.cleanUp();

        now.addAndGet(UsedContents.UNUSED.plus(TICK).toNanos());
        scheduler.task.run();

        assertThat(cache.estimatedSize()).isZero();
    }

    @Test
    void aContentThatEmailsUseStays() {
        cache.put("often", "a body");
        for (var time = Duration.ZERO;
                time.compareTo(UsedContents.UNUSED.multipliedBy(3)) < 0;
                time = time.plus(TICK)) {
            now.addAndGet(TICK.toNanos());

            assertThat(cache.getIfPresent("often")).isEqualTo("a body");
        }
    }

    /** Keeps the task for the test to run. */
    private static final class LastTask implements Scheduler {

        private Runnable task = () -> {};

        @Override
        public Future<?> schedule(Executor executor, Runnable command, long delay, TimeUnit unit) {
            task = command;
            return new CompletableFuture<>();
        }
    }
}
