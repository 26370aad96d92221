package io.godwit.smtp.server;

import io.vertx.core.net.KeyCertOptions;
import java.time.Duration;
import java.util.Optional;

/**
 * The address and the limits of a {@link SmtpServer}.
 *
 * @param port 0 chooses a free one
 * @param name of this server in its greeting
 * @param size max octets of a message
 * @param held max octets of messages in reception on all connections
 * @param connections max number at once
 * @param perGuest max connections from one address, or from the first 64 bits of an IPv6 one
 * @param recipients max number of one message; at least 100 (RFC 5321 §4.5.3.1.8)
 * @param commands max number on one connection; 0 for any number
 * @param silence the idle time after which a connection is closed; zero for never
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
