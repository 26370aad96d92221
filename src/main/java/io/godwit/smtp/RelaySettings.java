package io.godwit.smtp;

import io.godwit.core.SettingsReader;
import io.godwit.db.DatabaseSettings;
import java.time.Duration;
import java.util.Optional;

/**
 * The settings of the outgoing relay or the built-in mail catcher.
 *
 * @param host empty: the built-in catcher
 * @param tls whether to speak TLS
 * @param connections max messages in flight at once
 * @param idleTimeout max time without a reply in a stage
 * @param catcher whether the catcher is the transport
 * @param catcherPublic whether the catcher's pages answer peers other than loopback
 * @param catcherKeeps max messages the catcher keeps
 * @param auth the mechanism of the login
 * @param client the implementation that speaks to the relay
 * @param loginWithoutTls whether a password or a token may be shown to another machine over a connection without TLS
 */
public record RelaySettings(
        Optional<String> host,
        int port,
        Optional<String> username,
        Optional<String> password,
        Tls tls,
        int connections,
        Duration idleTimeout,
        boolean catcher,
        boolean catcherPublic,
        int catcherKeeps,
        Auth auth,
        Client client,
        boolean loginWithoutTls) {

    /** The mechanisms of the login (RFC 4954). */
    public enum Auth {
        /** The best one the relay offers. */
        AUTO,
        PLAIN,
        LOGIN,
        /** The password is an access token. */
        XOAUTH2,
        /** RFC 7628; the password is an access token. */
        OAUTHBEARER,
        /** RFC 7677. */
        SCRAM_SHA_256
    }

    /** The implementations of the SMTP client. */
    public enum Client {
        /** Our own, with pipelining. */
        NATIVE,
        /** The connections of vertx-mail-client. */
        VERTX
    }

    /** Creates settings with the native client and the best mechanism. */
    public RelaySettings(
            Optional<String> host,
            int port,
            Optional<String> username,
            Optional<String> password,
            Tls tls,
            int connections,
            Duration idleTimeout,
            boolean catcher,
            boolean catcherPublic,
            int catcherKeeps) {
        this(
                host,
                port,
                username,
                password,
                tls,
                connections,
                idleTimeout,
                catcher,
                catcherPublic,
                catcherKeeps,
                Auth.AUTO,
                Client.NATIVE,
                false);
    }

    /** Returns whether there is a relay, or the catcher in its place; with direct delivery there may be neither. */
    public boolean isSet() {
        return catcher || host.isPresent();
    }

    /** The encryption of connections to the relay. */
    public enum Tls {
        /** Never. */
        NONE,
        /** STARTTLS when offered. */
        OPPORTUNISTIC,
        /** STARTTLS or nothing. */
        REQUIRED,
        /** TLS from the first byte (RFC 8314). */
        IMPLICIT
    }

    /** Returns the settings for another relay: its address and login, and otherwise these. */
    public RelaySettings withServer(
            String otherHost, int otherPort, Optional<String> user, Optional<String> secret, Tls encryption) {
        return with(Optional.of(otherHost), otherPort, user, secret, encryption, idleTimeout, auth, client);
    }

    /** Returns the settings for a server of this node: its port, no TLS, no login, the native client, and otherwise these. */
    public RelaySettings onLoopback(int loopbackPort, Duration timeout) {
        return with(
                Optional.of("127.0.0.1"),
                loopbackPort,
                Optional.empty(),
                Optional.empty(),
                Tls.NONE,
                timeout,
                Auth.AUTO,
                Client.NATIVE);
    }

    /** Keeps the limit of connections and the settings of the catcher. */
    private RelaySettings with(
            Optional<String> otherHost,
            int otherPort,
            Optional<String> user,
            Optional<String> secret,
            Tls encryption,
            Duration timeout,
            Auth mechanism,
            Client implementation) {
        return new RelaySettings(
                otherHost,
                otherPort,
                user,
                secret,
                encryption,
                connections,
                timeout,
                catcher,
                catcherPublic,
                catcherKeeps,
                mechanism,
                implementation,
                loginWithoutTls);
    }

    public static RelaySettings read(SettingsReader reader, DatabaseSettings database) {
        var host = reader.optional("mail.host");
        var direct = reader.text("mail.mode").equalsIgnoreCase("direct");
        var catcher = reader.optionalFlag("mail.catcher.enabled")
                .orElse(host.isEmpty() && database.url().isEmpty() && !direct);
        if (host.isEmpty() && !catcher && !direct) {
            reader.note(
                    "mail.host (GODWIT_MAIL_HOST) is needed beside a database URL; GODWIT_MAIL_CATCHER_ENABLED=true keeps every email here"
                            + " instead of sending it");
        }
        if (host.isPresent() && catcher) {
            reader.note(
                    "mail.host (GODWIT_MAIL_HOST) and mail.catcher.enabled (GODWIT_MAIL_CATCHER_ENABLED) exclude each other; give one");
        }
        var username = reader.optional("mail.username");
        var password = reader.optional("mail.password");
        if (username.isPresent() != password.isPresent()) {
            reader.note(
                    "mail.username (GODWIT_MAIL_USERNAME) and mail.password (GODWIT_MAIL_PASSWORD) belong together; give both");
        }
        return new RelaySettings(
                host,
                reader.number("mail.port", 1, 65_535),
                username,
                password,
                reader.choice("mail.tls", Tls.class),
                reader.number("mail.connections", 1, 1_000),
                reader.duration("mail.timeout"),
                catcher,
                reader.flag("mail.catcher.public"),
                reader.number("mail.catcher.keep", 1, 100_000),
                reader.choice("mail.auth", Auth.class),
                reader.choice("mail.client", Client.class),
                reader.flag("mail.login-without-tls"));
    }
}
