package io.godwit.db;

import static org.assertj.core.api.Assertions.assertThat;

import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;

/** An upgrade of a database with contacts, beside which another node goes on writing. */
final class AddressBlockMigrationTest {

    private static final String MAKE = """
            INSERT INTO contacts (project_id, id, email, subscribed)
            SELECT md5((n %% 3)::text)::uuid, gen_random_uuid(), '%s' || n || '@example.org', true FROM generate_series(1, 750) n
            """;

    private static final String IN_BLOCKS = """
            SELECT project_id || ' ' || line
              FROM address_blocks CROSS JOIN LATERAL string_to_table(addresses, E'\\n') AS line
             WHERE line <> ''
            """;

    @Test
    void eachContactStandsInABlockOnceWhetherItWasThereBeforeOrIsMadeMeanwhile() {
        var url = TestPostgres.emptyDatabase();
        migrate(url, 260);
        TestPostgres.execute(url, MAKE.formatted("before"));
        migrate(url, 285);
        TestPostgres.execute(url, MAKE.formatted("meanwhile"));

        SchemaMigrator.run(url);

        assertThat(TestPostgres.query(url, IN_BLOCKS))
                .hasSize(1_500)
                .containsExactlyInAnyOrderElementsOf(
                        TestPostgres.query(url, "SELECT project_id || ' ' || email FROM contacts"));
        assertThat(TestPostgres.query(url, "SELECT max(octet_length(addresses)) FROM address_blocks"))
                .singleElement()
                .extracting(Integer::valueOf)
                .satisfies(bytes -> assertThat(bytes).isLessThan(3_000));
    }

    private static void migrate(DatabaseUrl url, int version) {
        Flyway.configure()
                .dataSource(url.jdbc(), url.options().getUser(), url.options().getPassword())
                .target(Integer.toString(version))
                .load()
                .migrate();
    }
}
