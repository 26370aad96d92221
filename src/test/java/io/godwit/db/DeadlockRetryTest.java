package io.godwit.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlClient;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@CloseFields
final class DeadlockRetryTest {

    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase db = TestDatabase.fresh(vertx);

    @BeforeEach
    void fill() {
        db.query("CREATE TABLE drawers (id int PRIMARY KEY, coins int NOT NULL DEFAULT 0)");
        db.query("INSERT INTO drawers VALUES (1), (2)");
    }

    /** PostgreSQL ends one of the two. Its repetition waits for the other one to be over, so that they meet only once. */
    @Test
    void ofTwoTransactionsThatWaitForEachOtherBothAreDoneAndEachOnce() {
        var first = new Contender(1, 2);
        var second = new Contender(2, 1);

        var firstDone = db.database().transaction(tx -> first.attempt(tx, second));
        var secondDone = db.database().workerTransaction(tx -> second.attempt(tx, first));
        firstDone.onComplete(first.over);
        secondDone.onComplete(second.over);
        Future.all(firstDone, secondDone).await();

        assertThat(first.attempts.get() + second.attempts.get()).isEqualTo(3);
        assertThat(db.count("SELECT count(*) FROM drawers WHERE coins = 2")).isEqualTo(2);
    }

    @Test
    void aTransactionThatMeetsAnotherOneAgainIsRepeatedAgainAndDoneOnce() {
        var attempts = new AtomicInteger();

        db.database()
                .transaction(tx -> add(tx, 1)
                        .compose(ignored ->
                                attempts.incrementAndGet() < 4 ? fail(tx, "40P01") : Future.succeededFuture()))
                .await();

        assertThat(attempts.get()).isEqualTo(4);
        assertThat(db.count("SELECT coins FROM drawers WHERE id = 1")).isEqualTo(1);
    }

    /** Takes one drawer, waits until the other contender has the other one, and asks for that. */
    private record Contender(int one, int other, AtomicInteger attempts, Promise<Void> holds, Promise<Void> over) {

        Contender(int one, int other) {
            this(one, other, new AtomicInteger(), Promise.promise(), Promise.promise());
        }

        Future<Void> attempt(SqlClient tx, Contender opponent) {
            var begin = attempts.incrementAndGet() == 1 ? Future.<Void>succeededFuture() : opponent.over.future();
            return begin.compose(ignored -> add(tx, one))
                    .onSuccess(ignored -> holds.tryComplete())
                    .compose(ignored -> opponent.holds.future())
                    .compose(ignored -> add(tx, other));
        }
    }

    private static Future<Void> add(SqlClient tx, int drawer) {
        return tx.query("UPDATE drawers SET coins = coins + 1 WHERE id = " + drawer)
                .execute()
                .mapEmpty();
    }

    @ParameterizedTest
    @CsvSource({"40P01, 4", "40001, 4", "23505, 1", "P0001, 1"})
    void whatFailsAgainAndAgainOrForAnotherReasonFails(String state, int expected) {
        var attempts = new AtomicInteger();

        var thrown = catchThrowable(() -> db.database()
                .transaction(tx -> {
                    attempts.incrementAndGet();
                    return add(tx, 1).compose(ignored -> fail(tx, state));
                })
                .await());

        assertThat(thrown).isInstanceOf(PgException.class);
        assertThat(attempts.get()).isEqualTo(expected);
        assertThat(db.count("SELECT sum(coins) FROM drawers")).isZero();
    }

    private static Future<Void> fail(SqlClient tx, String state) {
        return tx.query("DO $$ BEGIN RAISE 'no' USING ERRCODE = '" + state + "'; END $$")
                .execute()
                .mapEmpty();
    }
}
