package io.godwit.kit.load;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** Callers side by side, each with one call at a time and a steady pace, until they are told to finish. */
public final class PacedCallers {

    /** One call, from the question to the answer; it writes down itself what came of it. */
    @FunctionalInterface
    public interface Call {

        /** @param number counted over all callers, from 1 */
        void make(int number);
    }

    private final AtomicBoolean calling = new AtomicBoolean(true);
    private final AtomicInteger calls = new AtomicInteger();
    private final ExecutorService threads;
    private final List<CompletableFuture<Void>> load;
    private final Call call;
    private final long pause;

    private PacedCallers(int callers, int perSecond, Call call) {
        this.call = call;
        this.pause = TimeUnit.SECONDS.toNanos(callers) / perSecond;
        this.threads = Executors.newFixedThreadPool(callers);
        this.load = IntStream.range(0, callers)
                .mapToObj(ignored -> CompletableFuture.runAsync(this::callOn, threads))
                .toList();
    }

    /** @param perSecond of all together, as long as the answers come fast enough; what was missed is not made up for */
    public static PacedCallers start(int callers, int perSecond, Call call) {
        return new PacedCallers(callers, perSecond, call);
    }

    private void callOn() {
        while (calling.get()) {
            var next = System.nanoTime() + pause;
            call.make(calls.incrementAndGet());
            for (var left = next - System.nanoTime(); left > 0; left = next - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        }
    }

    /** Returns when every call has had its answer, and fails when one of them could not be made. */
    public void finish() {
        calling.set(false);
        threads.shutdown();
        load.forEach(CompletableFuture::join);
    }
}
