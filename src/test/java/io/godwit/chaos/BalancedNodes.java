package io.godwit.chaos;

import static org.awaitility.Awaitility.await;

import io.godwit.kit.ApiClient;
import io.godwit.kit.JarServer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Chooses nodes in turn as a load balancer does: it asks each for its readiness every half second and passes over the others. */
final class BalancedNodes implements AutoCloseable {

    private static final Duration LOOK = Duration.ofMillis(500);

    private final List<JarServer> nodes;
    private final boolean[] ready;
    private final AtomicInteger calls = new AtomicInteger();
    private final CompletableFuture<Void> looks;
    private volatile boolean open = true;

    BalancedNodes(List<JarServer> nodes) {
        this.nodes = nodes;
        this.ready = new boolean[nodes.size()];
        Arrays.fill(ready, true);
        this.looks = CompletableFuture.runAsync(this::look);
    }

    private void look() {
        while (open) {
            for (var number = 0; number < nodes.size(); number++) {
                set(number, nodes.get(number).api().isReady());
            }
            try {
                TimeUnit.MILLISECONDS.sleep(LOOK.toMillis());
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private synchronized void set(int number, boolean isReady) {
        ready[number] = isReady;
    }

    private synchronized boolean isReady(int number) {
        return ready[number];
    }

    /** The next node that was ready when it was asked last; the next one when none was. */
    ApiClient next() {
        for (var tried = 0; tried < nodes.size(); tried++) {
            var number = Math.floorMod(calls.getAndIncrement(), nodes.size());
            if (isReady(number)) {
                return nodes.get(number).api();
            }
        }
        return nodes.get(0).api();
    }

    /** Returns when the balancer has seen that the node is ready. */
    void awaitBack(int number) {
        await().atMost(Duration.ofMinutes(1)).until(() -> isReady(number));
    }

    @Override
    public void close() {
        open = false;
        looks.join();
    }
}
