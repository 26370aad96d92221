package io.godwit.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EmbeddedPostgresTest {

    private final Vertx vertx = Vertx.vertx();

    @TempDir
    private Path directory;

    @Test
    void aRestartKeepsTheRows() {
        var first = open();
        first.requests().query("CREATE TABLE kept AS SELECT 42 AS n").execute().await();

        first.close().await();
        var second = open();

        var rows = second.requests().query("SELECT n FROM kept").execute().await();
        assertThat(rows.iterator().next().getInteger("n")).isEqualTo(42);
        second.close().await();
    }

    private Database open() {
        return Database.open(vertx, new DatabaseSettings(Optional.empty(), directory, 2, 2))
                .await();
    }
}
