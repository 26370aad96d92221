package io.godwit.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class MigrationsTest {

    @Test
    void twoNodesThatStartTogetherMigrateOnce() {
        var url = TestPostgres.emptyDatabase();

        var first = CompletableFuture.runAsync(() -> Migrations.run(url));
        var second = CompletableFuture.runAsync(() -> Migrations.run(url));

        assertThat(first).succeedsWithin(Duration.ofSeconds(30));
        assertThat(second).succeedsWithin(Duration.ofSeconds(30));
        var applied = TestPostgres.query(url, "SELECT version FROM flyway_schema_history WHERE success");
        assertThat(applied).doesNotHaveDuplicates().isNotEmpty();
    }

    @Test
    void aSchemaThatIsUpToDateStaysAsItIs() {
        var url = TestPostgres.newDatabase();

        Migrations.run(url);

        assertThat(TestPostgres.query(url, "SELECT version FROM flyway_schema_history WHERE success"))
                .doesNotHaveDuplicates();
    }
}
