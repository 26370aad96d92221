package io.godwit.kit.smtp;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A pause point inside the dialogue: the test waits until it is reached, does its worst, and opens it. */
public final class SinkGate {

    private final CountDownLatch reached = new CountDownLatch(1);
    private final Promise<Void> opened = Promise.promise();

    /** Waits until a session stands at the gate. */
    public void awaitReached(Duration deadline) {
        try {
            if (!reached.await(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("Nobody came to the gate within " + deadline);
            }
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    /** Lets those who wait and all who come later pass. */
    public void open() {
        opened.tryComplete();
    }

    Future<Void> pass() {
        reached.countDown();
        return opened.future();
    }
}
