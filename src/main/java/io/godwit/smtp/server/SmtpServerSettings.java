package io.godwit.smtp.server;

import io.godwit.core.SettingsReader;
import io.godwit.web.HttpSettings;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.PemKeyCertOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The address and the limits of a {@link SmtpServer}.
 *
 * @param port 0 chooses a free one
 * @param name of this server in its greeting
 * @param size max octets of a message
 * @param memoryBudget max octets of messages in reception on all connections
 * @param connections max number at once
 * @param perPeer max connections from one address, or from the first 64 bits of an IPv6 one
 * @param recipients max number of one message; at least 100 (RFC 5321 §4.5.3.1.8)
 * @param commands max number on one connection; 0 for any number
 * @param idleTimeout the idle time after which a connection is closed; zero for never
 * @param certificate offers STARTTLS; files of it that change are read again
 * @param implicitTls whether TLS begins with the first byte (RFC 8314 §3.3); needs a certificate
 */
public record SmtpServerSettings(
        String host,
        int port,
        String name,
        int size,
        long memoryBudget,
        int connections,
        int perPeer,
        int recipients,
        int commands,
        Duration idleTimeout,
        Optional<KeyCertOptions> certificate,
        boolean implicitTls) {

    private static final int MAX_MESSAGE_BYTES = 50 << 20;

    /** Commands of one SMTP connection, at most; a client that needs more does not come to deliver email. */
    private static final int MAX_COMMANDS = 1_000;

    /** Creates the settings of a server that begins every connection without TLS. */
    public SmtpServerSettings(
            String host,
            int port,
            String name,
            int size,
            long memoryBudget,
            int connections,
            int perPeer,
            int recipients,
            int commands,
            Duration idleTimeout,
            Optional<KeyCertOptions> certificate) {
        this(
                host,
                port,
                name,
                size,
                memoryBudget,
                connections,
                perPeer,
                recipients,
                commands,
                idleTimeout,
                certificate,
                false);
    }

    /** Reads the settings of the server for incoming messages; empty when no port is set. */
    public static Optional<SmtpServerSettings> read(SettingsReader reader, HttpSettings http) {
        var port = reader.number("inbound.smtp.port", 0, 65_535);
        var name = reader.optional("inbound.smtp.name")
                .or(() -> reader.optional("domains.mx"))
                .orElseGet(() -> http.publicHost());
        var settings = new SmtpServerSettings(
                reader.required("inbound.smtp.host"),
                port,
                name + " Godwit",
                maxMessageBytes(reader),
                reader.number("inbound.smtp.max-buffered-bytes", 65_536, Integer.MAX_VALUE),
                reader.number("inbound.smtp.connections", 1, 100_000),
                reader.number("inbound.smtp.per-client", 1, 100_000),
                reader.number("inbound.smtp.recipients", 100, 10_000),
                MAX_COMMANDS,
                reader.duration("inbound.smtp.timeout"),
                certificate(
                        reader,
                        "inbound.smtp",
                        reader.optional("inbound.smtp.certificate"),
                        reader.optional("inbound.smtp.key")));
        return port == 0 ? Optional.empty() : Optional.of(settings);
    }

    /**
     * Returns the certificate of a server, whose settings are named {@code server.certificate} and {@code server.key}; both or
     * none.
     */
    public static Optional<KeyCertOptions> certificate(
            SettingsReader reader, String server, Optional<String> chainFile, Optional<String> keyFile) {
        var chainName = server + ".certificate";
        var keyName = server + ".key";
        var chain = readable(reader, chainName, chainFile);
        var key = readable(reader, keyName, keyFile);
        if (chain.isPresent() != key.isPresent()) {
            reader.note(chainName + " (" + SettingsReader.variable(chainName) + ") and " + keyName + " ("
                    + SettingsReader.variable(keyName) + ") belong together; give both or none");
        }
        return chain.isPresent() && key.isPresent()
                ? Optional.of(new PemKeyCertOptions().setCertPath(chain.get()).setKeyPath(key.get()))
                : Optional.empty();
    }

    private static Optional<String> readable(SettingsReader reader, String name, Optional<String> path) {
        if (path.isPresent() && !Files.isReadable(Path.of(path.get()))) {
            reader.mistake(name, "a file that can be read");
        }
        return path;
    }

    /** The size limit of a message, which also applies to messages of a mailbox. */
    public static int maxMessageBytes(SettingsReader reader) {
        return reader.number("inbound.smtp.size", 65_536, MAX_MESSAGE_BYTES);
    }
}
