package io.godwit.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.godwit.core.AsyncLoop.Iteration;
import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

@CloseFields
class AsyncLoopTest {

    private static final int MANY = 50_000;

    private static final Vertx VERTX = Vertx.vertx();

    private static Iteration<Integer> count(int before) {
        return before + 1 < MANY ? Iteration.more(before + 1) : Iteration.last(before + 1);
    }

    /** Begins on an event loop, as all work of the product does, and waits for the end. */
    private static int run(Function<Integer, Future<Iteration<Integer>>> step) throws Exception {
        var ended = Promise.<Integer>promise();
        VERTX.runOnContext(ignored -> AsyncLoop.run(0, step).onComplete(ended));
        return ended.future().await(30, TimeUnit.SECONDS);
    }

    private static Future<Iteration<Integer>> later(int before) {
        var waited = Promise.<Void>promise();
        VERTX.runOnContext(ignored -> waited.complete());
        return waited.future().map(ignored -> count(before));
    }

    @Test
    void manyIterationsThatWaitNeedNoMoreStackThanOne() throws Exception {
        assertThat(run(AsyncLoopTest::later)).isEqualTo(MANY);
    }

    @Test
    void manyIterationsThatNeedNotWaitNeedNoMoreStackThanOne() throws Exception {
        assertThat(run(before -> Future.succeededFuture(count(before)))).isEqualTo(MANY);
    }

    @Test
    void anIterationThatFailsOrThrowsIsTheLastOne() {
        var cause = new IllegalStateException("no");

        assertThatThrownBy(() -> run(before -> before == 3 ? Future.failedFuture(cause) : later(before)))
                .isSameAs(cause);
        assertThatThrownBy(() -> run(before -> {
                    if (before == 3) {
                        throw cause;
                    }
                    return later(before);
                }))
                .isSameAs(cause);
    }
}
