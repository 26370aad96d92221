package io.godwit.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RetryTest {

    private final Vertx vertx = Vertx.vertx();
    private final AtomicInteger attempts = new AtomicInteger();

    @AfterEach
    void close() {
        vertx.close().await();
    }

    private Future<Integer> failingBefore(int success) {
        return vertx.executeBlocking(() -> {
            var attempt = attempts.incrementAndGet();
            if (attempt < success) {
                throw new IllegalStateException("Attempt " + attempt);
            }
            return attempt;
        });
    }

    /** As many as an outage of an hour takes. */
    @Test
    void tenThousandFailuresEndInTheValueOfTheAttemptThatSucceeds() {
        var result = Retry.until(() -> failingBefore(10_000), (failures, cause) -> Future.succeededFuture());

        assertThat(result.await()).isEqualTo(10_000);
    }

    @Test
    void theFirstFailureForGoodIsTheLastAttempt() {
        var result = Retry.until(() -> failingBefore(10_000), (failures, cause) -> Future.failedFuture(cause));

        assertThatThrownBy(result::await).hasMessage("Attempt 1");
        assertThat(attempts).hasValue(1);
    }
}
