package io.godwit.smtp.server;

import io.vertx.core.net.KeyCertOptions;
import java.time.Duration;
import java.util.Optional;

/**
 * How a {@link SmtpServer} stands.
 *
 * @param port 0 takes a free one
 * @param name what it calls itself
 * @param size octets of a message
 * @param held octets of messages under way on all connections
 * @param connections at once
 * @param perGuest of them, those from one address
 * @param recipients of one message; at least 100 (RFC 5321 §4.5.3.1.8)
 * @param commands of one connection; 0 for any number
 * @param silence after which a connection is cut; zero for never
 * @param certificate offers STARTTLS
 */
public record SmtpServerSettings(
        String host,
        int port,
        String name,
        int size,
        long held,
        int connections,
        int perGuest,
        int recipients,
        int commands,
        Duration silence,
        Optional<KeyCertOptions> certificate) {}
