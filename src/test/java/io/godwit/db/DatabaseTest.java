package io.godwit.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import org.junit.jupiter.api.Test;

final class DatabaseTest {

    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase db = TestDatabase.fresh(vertx);

    @Test
    void aFreshDatabaseHasTheTables() {
        var rows = db.database()
                .requests()
                .query("SELECT count(*) AS n FROM contacts")
                .execute()
                .await();

        assertThat(rows.iterator().next().getLong("n")).isZero();
    }
}
