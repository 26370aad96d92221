package io.godwit.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.db.TestDatabase;
import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.Vertx;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests from when on rows may be written that older nodes cannot read. */
@CloseFields
class SchemaFloorTest {

    private static final int MIGRATION = SchemaFloor.COMPRESSED_CONTENTS;
    private static final int OLDER = MIGRATION - 1;

    private static final Vertx VERTX = Vertx.vertx();
    private static final TestDatabase DB = TestDatabase.fresh(VERTX);

    /** An installation that an older version has made. */
    @BeforeEach
    void olderInstallation() {
        DB.query("DELETE FROM nodes");
        DB.query("UPDATE schema_floor SET version = 118, raised_at = now() - interval '1 year'");
    }

    private static boolean isReached() {
        var floor = new SchemaFloor(VERTX, DB.database(), MIGRATION);
        floor.ask().await();
        return floor.isReached();
    }

    private static long floor() {
        return DB.count("SELECT version FROM schema_floor");
    }

    private static void node(int schemaVersion, String runningFor, String seenBefore) {
        DB.query(
                "INSERT INTO nodes (id, host, version, roles, started_at, seen_at, processors, cpu, memory_used, memory_max,"
                        + " disk_free, disk_total, journal, schema_version)"
                        + " VALUES (?, 'host', '1', '{http}', now() - ?::interval, now() - ?::interval, 1, 0, 0, 0, 0, 0, true, ?)",
                UUID.randomUUID(),
                runningFor,
                seenBefore,
                schemaVersion);
    }

    private static void minutesPass() {
        DB.query("UPDATE schema_floor SET raised_at = raised_at - interval '2 minutes 1 second'");
    }

    @Test
    void aNewInstallationHasNoOlderNodes() {
        try (var fresh = TestDatabase.fresh(VERTX)) {
            var floor = new SchemaFloor(VERTX, fresh.database(), MIGRATION);

            floor.ask().await();

            assertThat(floor.isReached()).isTrue();
        }
    }

    @Test
    void theFloorIsRaisedAnHourAfterTheLastOlderNodeWasSeen() {
        node(MIGRATION, "61 minutes", "3 seconds");
        node(0, "1 day", "59 minutes");
        assertThat(isReached()).isFalse();
        assertThat(floor()).isEqualTo(118);

        DB.query("DELETE FROM nodes WHERE schema_version = 0");

        assertThat(isReached()).isFalse();
        assertThat(floor()).isEqualTo(MIGRATION);
    }

    @Test
    void inTheFirstHourAnUpgradeCanBeTakenBack() {
        node(MIGRATION, "59 minutes", "3 seconds");
        assertThat(isReached()).isFalse();
        assertThat(floor()).isEqualTo(118);

        node(MIGRATION + 1, "61 minutes", "3 seconds");
        assertThat(isReached()).isFalse();

        assertThat(floor()).isEqualTo(MIGRATION);
    }

    @Test
    void aJarThatWasStartedJustBeforeHasTwoMinutesToShowItself() {
        node(MIGRATION, "61 minutes", "3 seconds");
        assertThat(isReached()).isFalse();

        minutesPass();
        node(OLDER, "2 minutes", "3 seconds");
        assertThat(isReached()).isFalse();

        DB.query("DELETE FROM nodes WHERE schema_version = ?", OLDER);
        assertThat(isReached()).isTrue();
    }
}
