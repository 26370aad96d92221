package io.godwit.db;

import org.flywaydb.core.Flyway;

/** Brings the schema up to this jar's version. Blocks; runs before any verticle, and one node at a time (Flyway's lock). */
final class Migrations {

    private Migrations() {}

    static void run(DatabaseUrl url) {
        Flyway.configure()
                .dataSource(url.jdbc(), url.options().getUser(), url.options().getPassword())
                .locations("classpath:db/migration")
                .load()
                .migrate();
    }
}
