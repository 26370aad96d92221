package io.godwit.web.idempotency;

import io.godwit.core.Crypto;
import io.godwit.core.PollLoop;
import io.godwit.core.PollLoop.Next;
import io.godwit.db.Database;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.IdempotencyClaim;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Runs the work of a request once per idempotency key, however often the request comes: the work and its answer commit together.
 * For routes whose work is one transaction of their own; ingestion uses {@link IdempotencyService} for its batches.
 */
public final class IdempotentHandler {

    private static final int EXPIRED_BATCH_SIZE = 1000;
    private static final Duration BETWEEN_SWEEPS = Duration.ofMinutes(10);

    private final Database database;
    private final IdempotencyService service;
    private final Optional<Crypto> crypto;

    public IdempotentHandler(Database database, IdempotencyService service) {
        this(database, service, Optional.empty());
    }

    private IdempotentHandler(Database database, IdempotencyService service, Optional<Crypto> crypto) {
        this.database = database;
        this.service = service;
        this.crypto = crypto;
    }

    /** Returns a handler for answers that hold a secret: they are kept encrypted with the installation's key. */
    public IdempotentHandler sealed(Crypto crypto) {
        return new IdempotentHandler(database, service, Optional.of(crypto));
    }

    /**
     * Runs the work in one transaction, unless the call repeats one of the last 24 hours: then the first answer is given
     * again. Fails with {@code IDEMPOTENCY_KEY_REUSED} when the key came with another request, with {@code
     * IDEMPOTENCY_IN_PROGRESS} while the first is running. Work that fails leaves nothing behind and the key free.
     */
    public Future<ApiResponse> once(ApiRequest call, Function<SqlClient, Future<ApiResponse>> work) {
        return call.claim().map(claim -> once(claim, work)).orElseGet(() -> database.transaction(work));
    }

    /**
     * Answers a repetition within 24 hours with the first response, otherwise runs the work. For work that does more than one
     * transaction: a repetition neither repeats its checks, whose data may have changed, nor its other effects. Its answer is
     * kept when it ends in {@link #once}.
     */
    public Future<ApiResponse> unlessRepeated(ApiRequest call, Supplier<Future<ApiResponse>> work) {
        return call.claim()
                .map(claim -> database.transaction(tx -> service.find(tx, List.of(claim)))
                        .compose(found -> found.get(0)
                                .map(first -> Future.succeededFuture(replay(first, claim)))
                                .orElseGet(work)))
                .orElseGet(work);
    }

    private Future<ApiResponse> once(IdempotencyClaim claim, Function<SqlClient, Future<ApiResponse>> work) {
        if (!service.begin(claim)) {
            return Future.failedFuture(IdempotencyService.inProgress());
        }
        return database.transaction(tx -> attempt(tx, claim, work)).eventually(() -> ended(claim));
    }

    private Future<Void> ended(IdempotencyClaim claim) {
        service.end(claim);
        return Future.succeededFuture();
    }

    private Future<ApiResponse> attempt(
            SqlClient tx, IdempotencyClaim claim, Function<SqlClient, Future<ApiResponse>> work) {
        var claims = List.of(claim);
        return service.lock(tx, claims)
                .compose(locked ->
                        locked.get(0) ? service.find(tx, claims) : Future.failedFuture(IdempotencyService.inProgress()))
                .compose(found -> replayOrWork(tx, claim, found.get(0), work));
    }

    private Future<ApiResponse> replayOrWork(
            SqlClient tx,
            IdempotencyClaim claim,
            Optional<StoredResponse> first,
            Function<SqlClient, Future<ApiResponse>> work) {
        return first.map(stored -> Future.succeededFuture(replay(stored, claim)))
                .orElseGet(() -> work.apply(tx).compose(response -> storeResponse(tx, claim, response)));
    }

    private Future<ApiResponse> storeResponse(SqlClient tx, IdempotencyClaim claim, ApiResponse response) {
        var plain = StoredResponse.of(claim, response);
        var stored = crypto.map(key -> plain.as(bytes -> key.encrypt(bytes, encryptionContext(claim))))
                .orElse(plain);
        return service.storeResponses(tx, List.of(stored)).map(response);
    }

    private ApiResponse replay(StoredResponse stored, IdempotencyClaim claim) {
        return crypto.map(key -> stored.replay(claim, bytes -> key.decrypt(bytes, encryptionContext(claim))))
                .orElseGet(() -> stored.replay(claim));
    }

    /** An answer opens only where it was kept. */
    private static byte[] encryptionContext(IdempotencyClaim claim) {
        return ("idempotency_keys|" + claim.scope() + "|" + claim.key()).getBytes(StandardCharsets.UTF_8);
    }

    /** Begins to delete answers older than 24 hours, on the caller's context; stop the loop to end it. */
    public PollLoop startExpiry(Vertx vertx) {
        return PollLoop.start(vertx, "web-idempotency", BETWEEN_SWEEPS, this::expire);
    }

    private Future<Next> expire() {
        return service.expire(database.workers(), EXPIRED_BATCH_SIZE)
                .map(count -> count == EXPIRED_BATCH_SIZE ? Next.MORE : Next.IDLE);
    }
}
