package io.godwit.submission;

import io.godwit.core.SettingsReader;
import io.godwit.smtp.server.SmtpServerSettings;
import io.godwit.web.HttpSettings;
import io.vertx.core.net.KeyCertOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The settings of SMTP submission; off by default.
 *
 * @param port with STARTTLS; 0: not open
 * @param tlsPort with TLS from the first byte; 0: not open
 * @param name of the server in its greeting and in the Received field
 * @param size max octets of a message
 * @param bufferedBytes max octets of messages in reception on all connections of one port; the server also keeps to an eighth of
 *     the heap, but takes one message of the largest size
 * @param connections max number at once on one port
 * @param perClient max connections at once from one address, or from the first 64 bits of an IPv6 one
 * @param certificate empty: a self-made one, which only development can use
 * @param plainOnLoopback whether clients on this machine may log in without TLS
 */
public record SubmissionSettings(
        String host,
        int port,
        int tlsPort,
        String name,
        int size,
        int bufferedBytes,
        int connections,
        int perClient,
        Duration idleTimeout,
        Optional<KeyCertOptions> certificate,
        boolean plainOnLoopback) {

    /**
     * Max recipients of a message, as many as a call of {@code POST /v1/send} may have: their emails are written in one transaction.
     */
    private static final int MAX_RECIPIENTS = 1_000;

    private static final int MAX_SIZE = 40 << 20;

    /** The part of the heap for messages in reception: one that is read and stored takes up to five times its size. */
    private static final int HEAP_PART = 8;

    public static SubmissionSettings read(SettingsReader reader, HttpSettings http) {
        return new SubmissionSettings(
                reader.required("submission.host"),
                reader.number("submission.port", 0, 65_535),
                reader.number("submission.tls-port", 0, 65_535),
                reader.optional("submission.name").orElseGet(http::publicHost),
                reader.number("submission.size", 65_536, MAX_SIZE),
                reader.number("submission.max-buffered-bytes", 65_536, Integer.MAX_VALUE),
                reader.number("submission.connections", 1, 100_000),
                reader.number("submission.per-client", 1, 100_000),
                reader.duration("submission.timeout"),
                SmtpServerSettings.certificate(
                        reader,
                        "submission",
                        reader.optional("submission.certificate"),
                        reader.optional("submission.key")),
                reader.flag("submission.plain-on-loopback"));
    }

    /** Returns whether a port is open. */
    public boolean isOpen() {
        return port > 0 || tlsPort > 0;
    }

    /** Returns the settings of the servers, one for each open port. */
    List<SmtpServerSettings> servers(KeyCertOptions inUse) {
        var servers = new ArrayList<SmtpServerSettings>();
        if (port > 0) {
            servers.add(server(port, inUse, false));
        }
        if (tlsPort > 0) {
            servers.add(server(tlsPort, inUse, true));
        }
        return servers;
    }

    private SmtpServerSettings server(int number, KeyCertOptions inUse, boolean implicitTls) {
        return new SmtpServerSettings(
                host,
                number,
                name + " Godwit",
                size,
                Math.min(bufferedBytes, Math.max(size, Runtime.getRuntime().maxMemory() / HEAP_PART)),
                connections,
                perClient,
                MAX_RECIPIENTS,
                0,
                idleTimeout,
                Optional.of(inUse),
                implicitTls);
    }
}
