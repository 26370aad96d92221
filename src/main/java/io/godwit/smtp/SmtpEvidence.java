package io.godwit.smtp;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The server that was given a message, and the dialogue about it.
 *
 * @param host the name that was connected to
 * @param address the server's address and port
 * @param source the local address of the connection
 * @param tls empty: not encrypted
 * @param exchanges in order; of the first message of a connection with those that opened it, and behind those on an earlier
 *     connection that ended before the server looked at the message
 */
public record SmtpEvidence(
        String host,
        Optional<String> address,
        Optional<String> source,
        Optional<TlsFacts> tls,
        List<SmtpExchange> exchanges) {

    public SmtpEvidence {
        exchanges = List.copyOf(exchanges);
    }

    /** Returns the same evidence with the exchanges on an earlier connection before its own. */
    public SmtpEvidence after(SmtpEvidence earlier) {
        var all = new ArrayList<>(earlier.exchanges());
        all.addAll(exchanges);
        return new SmtpEvidence(host, address, source, tls, all);
    }
}
