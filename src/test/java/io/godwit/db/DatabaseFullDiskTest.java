package io.godwit.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.TestServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A disk that is full for whatever needs space on it, and not for the few bytes of a commit. */
@CloseFields
final class DatabaseFullDiskTest {

    private final Vertx vertx = Vertx.vertx();
    private final TestDatabase db = TestDatabase.fresh(vertx);

    @Test
    void aDatabaseWhoseDiskIsFullIsAwayUntilThereIsSpace() {
        fill(db);

        var refused = catchThrowable(() -> write(db));

        DatabaseTest.isUnavailable(refused);
        await().during(Duration.ofMillis(1_500))
                .atMost(Duration.ofSeconds(30))
                .until(() -> !db.database().availability().isUp());
        freeSpace(db);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> db.database().availability().isUp());
        assertThat(db.database().requests().query("SELECT 1").execute().await().size())
                .isEqualTo(1);
    }

    @Test
    void aNodeWhoseDatabaseHasAFullDiskIsNotReadyUntilThereIsSpace() {
        try (var server = TestServer.start()) {
            assertThat(ready(server)).isEqualTo(200);
            fill(server.database());
            administer(server.database(), """
                    CREATE FUNCTION no_row() RETURNS trigger LANGUAGE plpgsql AS
                    $$ BEGIN RAISE 'could not extend file' USING ERRCODE = '53100'; END $$""");
            administer(
                    server.database(),
                    "CREATE TRIGGER full_disk BEFORE INSERT ON contacts FOR EACH ROW EXECUTE FUNCTION no_row()");

            var refused = server.post("/contacts", server.secretKey(0), new JsonObject().put("email", "a@example.com"));

            assertThat(refused.statusCode()).isEqualTo(503);

            await().during(Duration.ofMillis(1_500))
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> ready(server) == 503);
            freeSpace(server.database());

            await().atMost(Duration.ofSeconds(30)).until(() -> ready(server) == 200);
        }
    }

    private static int ready(TestServer server) {
        return server.get("/health/ready", "").statusCode();
    }

    private static void write(TestDatabase database) {
        database.database()
                .requests()
                .query("DO $$ BEGIN RAISE 'could not extend file' USING ERRCODE = '53100'; END $$")
                .execute()
                .await();
    }

    private static void fill(TestDatabase database) {
        administer(database, """
                CREATE FUNCTION no_room() RETURNS event_trigger LANGUAGE plpgsql AS
                $$ BEGIN RAISE 'could not extend file' USING ERRCODE = '53100'; END $$""");
        administer(
                database,
                "CREATE EVENT TRIGGER full_disk ON ddl_command_start WHEN TAG IN ('CREATE TABLE AS')"
                        + " EXECUTE FUNCTION no_room()");
    }

    private static void freeSpace(TestDatabase database) {
        administer(database, "DROP EVENT TRIGGER full_disk");
    }

    private static void administer(TestDatabase database, String sql) {
        TestPostgres.execute(TestPostgres.administration(database.name()), sql);
    }
}
