package io.godwit.smtp;

import java.time.Duration;
import java.util.Optional;

/**
 * The mail server we hand to, or the catcher.
 *
 * @param host empty: the built-in catcher
 * @param tls whether to speak TLS
 * @param connections messages under way at once
 * @param idleTimeout how long a stage may be silent
 * @param catcher whether the catcher is the transport
 * @param catcherPublic whether its pages answer peers other than loopback
 * @param catcherKeeps how many messages the catcher keeps
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

    /** When the connection is encrypted. */
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
