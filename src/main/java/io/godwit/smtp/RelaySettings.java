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
        int catcherKeeps) {

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

    public static RelaySettings read(SettingsReader reader, DatabaseSettings database) {
        var host = reader.optional("mail.host");
        var catcher = reader.optionalFlag("mail.catcher.enabled")
                .orElse(host.isEmpty() && database.url().isEmpty());
        if (host.isEmpty() && !catcher) {
            reader.note(
                    "mail.host (GODWIT_MAIL_HOST) is needed beside a database URL; GODWIT_MAIL_CATCHER_ENABLED=true keeps every mail here"
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
                reader.number("mail.catcher.keep", 1, 100_000));
    }
}
