package io.godwit.web.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.db.TestDatabase;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.web.ApiResponse;
import io.godwit.web.IdempotencyClaim;
import io.godwit.web.TestHttpServer;
import io.godwit.web.server.RequestPipelineTest;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@CloseFields
class IdempotentHandlerTest {

    private static Vertx vertx;
    private static TestDatabase db;
    private static TestHttpServer server;
    private static final AtomicInteger RUNS = new AtomicInteger();

    private final UUID scope = UUID.randomUUID();

    @BeforeAll
    static void open() {
        vertx = Vertx.vertx();
        db = TestDatabase.fresh(vertx);
        db.query("CREATE TABLE works (run integer)");
        var idempotency = new IdempotentHandler(db.database(), new IdempotencyService());
        server = TestHttpServer.serving(api -> api.post("/works")
                .idempotent()
                .to(call -> idempotency.once(call, tx -> work(tx, call.body().text("name", 1, 10)))));
    }

    @BeforeEach
    void forget() {
        db.query("TRUNCATE works");
        RUNS.set(0);
    }

    private static Future<ApiResponse> work(SqlClient tx, String name) {
        var run = RUNS.incrementAndGet();
        return tx.query("INSERT INTO works VALUES (" + run + ") RETURNING pg_sleep(0.05)")
                .execute()
                .compose(ignored -> name.equals("bad")
                        ? Future.failedFuture(Failure.of(Kind.CONFLICT, "Bad"))
                        : Future.succeededFuture(ApiResponse.created(Map.of("run", run))));
    }

    private IdempotencyClaim claim(String key) {
        return new IdempotencyClaim(scope, key, "request".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aRepetitionIsGivenTheFirstAnswer() {
        var first = server.post("/works", "{\"name\":\"a\"}", "Idempotency-Key", "repeated");

        var second = server.post("/works", "{\"name\":\"a\"}", "Idempotency-Key", "repeated");

        assertThat(second.statusCode()).isEqualTo(201);
        assertThat(second.body()).isEqualTo(first.body()).isEqualTo("{\"run\":1}");
        assertThat(first.headers().firstValue("idempotent-replay")).isEmpty();
        assertThat(second.headers().firstValue("idempotent-replay")).contains("true");
        assertThat(db.count("SELECT count(*) FROM works")).isEqualTo(1);
    }

    @Test
    void theSameKeyWithAnotherBodyIsRefused() {
        server.post("/works", "{\"name\":\"a\"}", "Idempotency-Key", "reused");

        var other = server.post("/works", "{\"name\":\"b\"}", "Idempotency-Key", "reused");

        assertThat(other.statusCode()).isEqualTo(409);
        assertThat(RequestPipelineTest.code(other)).isEqualTo("IDEMPOTENCY_KEY_REUSED");
        assertThat(other.body()).contains("\"originalStatusCode\":201", "\"key\":\"reused\"");
    }

    @Test
    void aRefusalLeavesNothingAndFreesTheKey() {
        var refused = server.post("/works", "{\"name\":\"bad\"}", "Idempotency-Key", "freed");

        var other = server.post("/works", "{\"name\":\"a\"}", "Idempotency-Key", "freed");

        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(other.statusCode()).isEqualTo(201);
        assertThat(db.count("SELECT count(*) FROM works")).isEqualTo(1);
    }

    @Test
    void ofTwentyAtOnceOneDoesTheWork() {
        var calls = IntStream.range(0, 20)
                .mapToObj(ignored -> CompletableFuture.supplyAsync(
                        () -> server.post("/works", "{\"name\":\"a\"}", "Idempotency-Key", "twenty")))
                .toList();

        var answers = calls.stream().map(CompletableFuture::join).toList();

        assertThat(answers)
                .extracting(answer -> answer.statusCode())
                .contains(201)
                .containsOnly(201, 409);
        assertThat(answers)
                .filteredOn(answer -> answer.statusCode() == 409)
                .allSatisfy(
                        answer -> assertThat(RequestPipelineTest.code(answer)).isEqualTo("IDEMPOTENCY_IN_PROGRESS"))
                .allSatisfy(answer ->
                        assertThat(answer.headers().firstValue("retry-after")).contains("1"));
        assertThat(db.count("SELECT count(*) FROM works")).isEqualTo(1);
        assertThat(server.post("/works", "{\"name\":\"a\"}", "Idempotency-Key", "twenty")
                        .statusCode())
                .isEqualTo(201);
    }

    @Test
    void aKeyHeldByAnotherNodeIsInProgress() {
        var service = new IdempotencyService();
        var holding = Promise.<Void>promise();
        var release = Promise.<Void>promise();
        var otherNode = db.database().transaction(tx -> service.lock(tx, List.of(claim("elsewhere")))
                .onSuccess(ignored -> holding.complete())
                .compose(ignored -> release.future()));
        holding.future().await();

        var locked = db.database()
                .transaction(tx -> service.lock(tx, List.of(claim("elsewhere"), claim("free"))))
                .await();
        release.complete();
        otherNode.await();

        assertThat(locked).containsExactly(false, true);
    }

    @Test
    void whatIsKeptIsFoundInTheOrderAskedFor() {
        var service = new IdempotencyService();
        var stored = StoredResponse.of(claim("kept"), ApiResponse.ok(Map.of("n", 1)));
        db.database()
                .transaction(tx -> service.storeResponses(tx, List.of(stored)))
                .await();

        var found = db.database()
                .transaction(tx -> service.find(tx, List.of(claim("unknown"), claim("kept"))))
                .await();

        assertThat(found).hasSize(2);
        assertThat(found.get(0)).isEmpty();
        assertThat(new String(
                        (byte[])
                                found.get(1).orElseThrow().replay(claim("kept")).body(),
                        StandardCharsets.UTF_8))
                .isEqualTo("{\"n\":1}");
    }

    @Test
    void theSameKeyInAnotherScopeIsAnotherKey() {
        var service = new IdempotencyService();
        var stranger =
                new IdempotencyClaim(UUID.randomUUID(), "mine", claim("mine").request());
        db.database()
                .transaction(tx ->
                        service.storeResponses(tx, List.of(StoredResponse.of(claim("mine"), ApiResponse.ok(Map.of())))))
                .await();

        var found = db.database()
                .transaction(tx -> service.find(tx, List.of(stranger)))
                .await();

        assertThat(found).containsExactly(Optional.empty());
    }

    @Test
    void anAnswerIsForgottenAfterADay() {
        var service = new IdempotencyService();
        var old = List.of(StoredResponse.of(claim("old"), ApiResponse.ok(Map.of("n", 1))));
        db.database().transaction(tx -> service.storeResponses(tx, old)).await();
        db.query("UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE scope_id = ?", scope);

        var found = db.database()
                .transaction(tx -> service.find(tx, List.of(claim("old"))))
                .await();
        db.database().transaction(tx -> service.storeResponses(tx, old)).await();

        assertThat(found).containsExactly(Optional.empty());
        assertThatThrownBy(() -> db.database()
                        .transaction(tx -> service.storeResponses(tx, old))
                        .await())
                .isInstanceOf(Failure.class);
    }

    @Test
    void expiredAnswersAreDeletedInBoundedBatches() {
        var service = new IdempotencyService();
        var stored = IntStream.range(0, 5)
                .mapToObj(number -> StoredResponse.of(claim("expired" + number), ApiResponse.ok(Map.of())))
                .toList();
        db.database().transaction(tx -> service.storeResponses(tx, stored)).await();
        db.query("UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE scope_id = ?", scope);

        var first = service.expire(db.database().workers(), 3).await();
        var rest = service.expire(db.database().workers(), 3).await();

        assertThat(first).isEqualTo(3);
        assertThat(rest).isEqualTo(2);
    }
}
