package io.godwit.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlClient;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ClashesTest {

    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase db = TestDatabase.fresh(vertx);

    @BeforeEach
    void fill() {
        db.query("CREATE TABLE drawers (id int PRIMARY KEY, coins int NOT NULL DEFAULT 0)");
        db.query("INSERT INTO drawers VALUES (1), (2)");
    }

    @AfterEach
    void close() {
        db.close();
        vertx.close().await();
    }

    @Test
    void ofTwoTransactionsThatWaitForEachOtherBothAreDoneAndEachOnce() {
        var attempts = new AtomicInteger();
        var firstHolds = Promise.<Void>promise();
        var secondHolds = Promise.<Void>promise();

        var first = db.database().transaction(tx -> both(tx, 1, 2, attempts, firstHolds, secondHolds.future()));
        var second = db.database().workerTransaction(tx -> both(tx, 2, 1, attempts, secondHolds, firstHolds.future()));
        Future.all(first, second).await();

        assertThat(attempts.get()).isEqualTo(3);
        assertThat(db.count("SELECT sum(coins) FROM drawers")).isEqualTo(4);
    }

    /** Takes one drawer, waits until the other transaction has the other one, and asks for that. */
    private static Future<Void> both(
            SqlClient tx, int one, int other, AtomicInteger attempts, Promise<Void> holds, Future<Void> othersHold) {
        attempts.incrementAndGet();
        return add(tx, one)
                .onSuccess(taken -> holds.tryComplete())
                .compose(taken -> othersHold)
                .compose(held -> add(tx, other));
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
                    return add(tx, 1)
                            .compose(added -> tx.query("DO $$ BEGIN RAISE 'no' USING ERRCODE = '" + state + "'; END $$")
                                    .execute());
                })
                .await());

        assertThat(thrown).isInstanceOf(PgException.class);
        assertThat(attempts.get()).isEqualTo(expected);
        assertThat(db.count("SELECT sum(coins) FROM drawers")).isZero();
    }
}
