package io.godwit.db;

import io.vertx.pgclient.PgConnectOptions;
import java.util.Properties;

/** Where a PostgreSQL is and who we are there, in the words of each driver. */
record DatabaseUrl(PgConnectOptions options) {

    /** Fails with a sentence unless the text is {@code postgresql://user:password@host:port/name?sslmode=…}. */
    static DatabaseUrl parse(String text) {
        try {
            return new DatabaseUrl(PgConnectOptions.fromUri(text));
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(
                    "GODWIT_DATABASE_URL is not of the form postgresql://user:password@host:port/name?sslmode=prefer",
                    wrong);
        }
    }

    String jdbc() {
        return "jdbc:postgresql://" + options.getHost() + ":" + options.getPort() + "/" + options.getDatabase();
    }

    /** User, password and what else the JDBC driver needs. */
    Properties properties() {
        var properties = new Properties();
        properties.setProperty("user", options.getUser());
        properties.setProperty("password", options.getPassword());
        properties.setProperty("sslmode", options.getSslMode().value);
        properties.setProperty("ApplicationName", "godwit");
        properties.setProperty("connectTimeout", "5");
        return properties;
    }

    /** The same server and user, another database. */
    DatabaseUrl at(String database) {
        return new DatabaseUrl(new PgConnectOptions(options).setDatabase(database));
    }
}
