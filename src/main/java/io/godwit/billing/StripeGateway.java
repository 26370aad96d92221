package io.godwit.billing;

import com.stripe.StripeClient;
import com.stripe.exception.StripeException;
import com.stripe.net.RequestOptions;
import com.stripe.service.V1Services;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs Stripe's own library, which blocks, on workers of its own. Safe to use from any context. */
final class StripeGateway {

    private static final Logger LOG = LoggerFactory.getLogger(StripeGateway.class);

    private static final int WORKERS = 4;

    /** The maximum number of calls that wait for a worker or are in progress. */
    private static final int MAX_WAITING = 64;

    private static final int CONNECT_MILLIS = 5_000;
    private static final int READ_MILLIS = 20_000;

    private final WorkerExecutor workers;
    private final V1Services api;
    private final AtomicInteger calls = new AtomicInteger();

    StripeGateway(Vertx vertx, BillingSettings settings) {
        workers = vertx.createSharedWorkerExecutor("billing-stripe", WORKERS);
        var builder = StripeClient.builder()
                .setApiKey(settings.key().orElseThrow())
                .setConnectTimeout(CONNECT_MILLIS)
                .setReadTimeout(READ_MILLIS)
                .setMaxNetworkRetries(1);
        settings.api().ifPresent(builder::setApiBase);
        api = builder.build().v1();
    }

    /** A call of Stripe's API; blocks. */
    interface Request<T> {
        T of(V1Services api) throws StripeException;
    }

    /** Runs a call; fails with Stripe's exception, or with {@code SERVICE_UNAVAILABLE} when there are too many calls. */
    <T> Future<T> call(Request<T> request) {
        if (calls.incrementAndGet() > MAX_WAITING) {
            calls.decrementAndGet();
            return Future.failedFuture(
                    Failure.later(Kind.SERVICE_UNAVAILABLE, "Too many ask the payment provider; try again", 1));
        }
        return workers.executeBlocking(() -> request.of(api), false).onComplete(ignored -> calls.decrementAndGet());
    }

    /**
     * Runs a call for a waiting user: a refusal becomes a {@code SERVICE_UNAVAILABLE} for the user, and Stripe's answer is
     * logged for the operator.
     */
    <T> Future<T> answer(Request<T> request) {
        return call(request).recover(cause -> {
            if (cause instanceof StripeException refusal) {
                LOG.atWarn()
                        .addKeyValue("status", refusal.getStatusCode())
                        .addKeyValue("code", refusal.getCode())
                        .addKeyValue("stripe", refusal.getRequestId())
                        .log("Stripe refused a request");
                return Future.failedFuture(Failure.later(
                        Kind.SERVICE_UNAVAILABLE, "The payment provider did not answer as it should; try again", 5));
            }
            return Future.failedFuture(cause);
        });
    }

    /** The options that make a request repeatable. */
    static RequestOptions as(String idempotencyKey) {
        return RequestOptions.builder().setIdempotencyKey(idempotencyKey).build();
    }

    Future<Void> close() {
        return workers.close();
    }
}
