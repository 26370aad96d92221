package io.godwit.smtp.client;

import java.util.Optional;

/**
 * The server of a session and the manner of opening it.
 *
 * @param host the server's name: for SNI, the check of the certificate and the log
 * @param address the name or IP address to connect to
 * @param helloName the name EHLO says; the reverse name of the source address, where receivers check it (RFC 5321 §4.1.4)
 */
public record SmtpTarget(
        String host,
        String address,
        int port,
        String helloName,
        TlsPolicy tls,
        Optional<SmtpCredentials> credentials,
        SmtpTimeouts timeouts) {

    /** Returns the same target without encryption. */
    SmtpTarget inClear() {
        return new SmtpTarget(host, address, port, helloName, TlsPolicy.NONE, credentials, timeouts);
    }
}
