package io.godwit.db;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.SslMode;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The address of a PostgreSQL and the credentials for it, in the form of each driver.
 *
 * @param rootCertificate a PEM file with the trusted certificate authorities; without it the JVM's own
 */
record DatabaseUrl(PgConnectOptions options, Optional<String> rootCertificate) {

    private static final Pattern FORM = Pattern.compile("postgres(ql)?://[^@/?]+@[^@/?]+/[^@/?]+(\\?.*)?");

    private static final Pattern SSL_MODE = Pattern.compile("[?&]sslmode=");

    private static final Pattern ROOT_CERTIFICATE = Pattern.compile("[?&]sslrootcert=([^&]*)");

    /** Modes that use encryption only if the server offers it. */
    private static final Set<SslMode> OPPORTUNISTIC = Set.of(SslMode.PREFER, SslMode.ALLOW);

    private static final Set<String> SECRET = Set.of("user", "password");

    /**
     * Fails with a sentence unless the text is {@code postgresql://user:password@host:port/name?sslmode=…&sslrootcert=…}.
     * Without a mode it is {@code prefer}, as with PostgreSQL's own clients.
     */
    static DatabaseUrl parse(String text) {
        try {
            if (!FORM.matcher(text).matches()) {
                throw new IllegalArgumentException("A part of the URL is missing");
            }
            return new DatabaseUrl(complete(PgConnectOptions.fromUri(text), text), rootCertificate(text));
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(
                    "GODWIT_DATABASE_URL is not of the form postgresql://user:password@host:port/name?sslmode=prefer",
                    wrong);
        }
    }

    /**
     * Completes the options. The driver drops its own properties, such as the date style it reads, when a URL brings others.
     */
    private static PgConnectOptions complete(PgConnectOptions options, String text) {
        if (!SSL_MODE.matcher(text).find()) {
            options.setSslMode(SslMode.PREFER);
        }
        PgConnectOptions.DEFAULT_PROPERTIES.forEach(options.getProperties()::putIfAbsent);
        return options.setSslOptions(SslModes.of(options.getSslMode(), rootCertificate(text)));
    }

    private static Optional<String> rootCertificate(String text) {
        return ROOT_CERTIFICATE
                .matcher(text)
                .results()
                .map(found -> URLDecoder.decode(found.group(1), UTF_8))
                .findFirst();
    }

    /**
     * Returns this URL for the server as it is: when the server does not encrypt, {@code prefer} and {@code allow} become
     * {@code disable}. The driver keeps the socket of every refused encryption open until PostgreSQL ends it after a minute:
     * each takes the place of a connection, and a PostgreSQL that is to stop waits for it. Blocks; fails when the server does
     * not answer.
     */
    DatabaseUrl resolved() throws IOException {
        var isOpportunistic = OPPORTUNISTIC.contains(options.getSslMode())
                && !options.getHost().startsWith("/");
        return isOpportunistic && !SslModes.offeredBy(options.getHost(), options.getPort())
                ? new DatabaseUrl(new PgConnectOptions(options).setSslMode(SslMode.DISABLE), rootCertificate)
                : this;
    }

    String jdbc() {
        return "jdbc:postgresql://" + options.getHost() + ":" + options.getPort() + "/" + options.getDatabase();
    }

    /** User, password and other properties of the JDBC driver. */
    Properties properties() {
        var properties = new Properties();
        properties.setProperty("user", options.getUser());
        properties.setProperty("password", options.getPassword());
        properties.setProperty("sslmode", options.getSslMode().value);
        properties.setProperty("ApplicationName", "godwit");
        properties.setProperty("connectTimeout", "5");
        rootCertificate.ifPresent(file -> properties.setProperty("sslrootcert", file));
        if (rootCertificate.isEmpty() && options.getSslMode().value.startsWith("verify")) {
            properties.setProperty("sslfactory", "org.postgresql.ssl.DefaultJavaSSLFactory");
        }
        return properties;
    }

    /** The URL for libraries that take no properties: all of them but user and password are in it. */
    String jdbcWithProperties() {
        return properties().entrySet().stream()
                .filter(property -> !SECRET.contains(property.getKey().toString()))
                .map(property -> property.getKey() + "="
                        + URLEncoder.encode(property.getValue().toString(), UTF_8))
                .collect(Collectors.joining("&", jdbc() + "?", ""));
    }

    /** Returns this URL with another database of the server. */
    DatabaseUrl at(String database) {
        return new DatabaseUrl(new PgConnectOptions(options).setDatabase(database), rootCertificate);
    }
}
