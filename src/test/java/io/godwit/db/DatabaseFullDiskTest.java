package io.godwit.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A disk that is full for whatever needs room of it, and not for the few bytes of a commit. */
final class DatabaseFullDiskTest {

    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase db = TestDatabase.fresh(vertx);

    @AfterEach
    void close() {
        db.close();
        vertx.close().await();
    }

    private void administer(String sql) {
        TestPostgres.execute(TestPostgres.administration(db.name()), sql);
    }

    @Test
    void aDatabaseWhoseDiskIsFullIsAwayUntilThereIsSpace() {
        administer("""
                CREATE FUNCTION no_room() RETURNS event_trigger LANGUAGE plpgsql AS
                $$ BEGIN RAISE 'could not extend file' USING ERRCODE = '53100'; END $$""");
        administer("CREATE EVENT TRIGGER full_disk ON ddl_command_start WHEN TAG IN ('CREATE TABLE AS')"
                + " EXECUTE FUNCTION no_room()");

        var refused = catchThrowable(() -> db.database()
                .requests()
                .query("DO $$ BEGIN RAISE 'could not extend file' USING ERRCODE = '53100'; END $$")
                .execute()
                .await());

        DatabaseTest.isUnavailable(refused);
        await().during(Duration.ofMillis(1_500))
                .atMost(Duration.ofSeconds(30))
                .until(() -> !db.database().availability().isUp());
        administer("DROP EVENT TRIGGER full_disk");
        await().atMost(Duration.ofSeconds(30))
                .until(() -> db.database().availability().isUp());
        assertThat(db.database().requests().query("SELECT 1").execute().await().size())
                .isEqualTo(1);
    }
}
