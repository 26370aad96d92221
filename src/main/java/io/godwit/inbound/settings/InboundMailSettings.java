package io.godwit.inbound.settings;

import io.godwit.core.SettingsReader;
import io.godwit.smtp.server.SmtpServerSettings;
import io.godwit.web.HttpSettings;
import java.time.Duration;
import java.util.Optional;

/**
 * The sources of inbound mail; none by default.
 *
 * @param smtpServer our own SMTP server, which other mail servers connect to
 * @param mailbox an external mailbox, which we poll
 * @param acceptance limits and conditions
 */
public record InboundMailSettings(
        Optional<SmtpServerSettings> smtpServer, Optional<Mailbox> mailbox, AcceptanceSettings acceptance) {

    /** The protocol of a mailbox. */
    public enum Protocol {
        IMAP,
        /** TLS from the first byte (RFC 8314), as in the others with an S. */
        IMAPS,
        POP3,
        POP3S;

        public boolean isEncrypted() {
            return this == IMAPS || this == POP3S;
        }

        /** Returns whether the protocol is POP3, which has one folder and can only delete. */
        public boolean isPop() {
            return this == POP3 || this == POP3S;
        }
    }

    /**
     * A mailbox to which all return paths are forwarded.
     *
     * @param port 0 chooses the protocol's own
     * @param folder of IMAP
     * @param every the pause between polls
     * @param delete whether stored messages are deleted there; otherwise they are marked as seen, which POP3 cannot
     * @param plain whether the password may be sent over an unencrypted connection
     * @param size max octets of a message; larger ones stay there
     */
    public record Mailbox(
            Protocol protocol,
            String host,
            int port,
            String username,
            String password,
            String folder,
            Duration every,
            boolean delete,
            boolean plain,
            int size) {

        @Override
        public String toString() {
            return "Mailbox[" + protocol + " " + host + "]";
        }
    }

    public static InboundMailSettings read(SettingsReader reader, HttpSettings http) {
        return new InboundMailSettings(
                SmtpServerSettings.read(reader, http), mailbox(reader), AcceptanceSettings.read(reader));
    }

    private static Optional<Mailbox> mailbox(SettingsReader reader) {
        var mailbox = reader.optional("inbound.mailbox.protocol")
                .map(ignored -> new Mailbox(
                        reader.choice("inbound.mailbox.protocol", Protocol.class),
                        reader.required("inbound.mailbox.host"),
                        reader.number("inbound.mailbox.port", 0, 65_535),
                        reader.required("inbound.mailbox.username"),
                        reader.required("inbound.mailbox.password"),
                        reader.required("inbound.mailbox.folder"),
                        reader.duration("inbound.mailbox.interval"),
                        reader.flag("inbound.mailbox.delete"),
                        reader.flag("inbound.mailbox.plain"),
                        SmtpServerSettings.maxMessageBytes(reader)));
        if (mailbox.filter(each -> each.protocol().isPop() && !each.delete()).isPresent()) {
            reader.note(
                    "inbound.mailbox.delete (GODWIT_INBOUND_MAILBOX_DELETE) must be true with POP3, which marks nothing as"
                            + " seen");
        }
        return mailbox;
    }
}
