package io.godwit.smtp;

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
}
