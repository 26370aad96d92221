package io.godwit.inbound.settings;

import io.godwit.smtp.server.SmtpServerSettings;
import java.time.Duration;
import java.util.Optional;

/**
 * By which ways mail comes in; none unless the operator wants it.
 *
 * @param door our own, where other mail servers hand in
 * @param mailbox somewhere else, which we read
 * @param acceptance how much of it is taken and believed
 */
public record InboundMailSettings(
        Optional<SmtpServerSettings> door, Optional<Mailbox> mailbox, AcceptanceSettings acceptance) {

    /** How a mailbox is spoken to. */
    public enum Protocol {
        IMAP,
        /** TLS from the first byte (RFC 8314), as the others with an S. */
        IMAPS,
        POP3,
        POP3S;

        public boolean isEncrypted() {
            return this == IMAPS || this == POP3S;
        }

        /** It knows one folder and deletes, no more. */
        public boolean isPop() {
            return this == POP3 || this == POP3S;
        }
    }

    /**
     * A mailbox all return paths lead to.
     *
     * @param port 0 takes the protocol's own
     * @param folder of IMAP
     * @param every how often it is looked into
     * @param delete whether what is kept here is deleted there; else it is marked as seen, which POP3 cannot
     * @param plain whether the password may go over a connection that is not encrypted
     * @param size octets; what is larger stays there
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
}
