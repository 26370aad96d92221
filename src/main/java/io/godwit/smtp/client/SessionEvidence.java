package io.godwit.smtp.client;

import io.godwit.smtp.SmtpEvidence;
import io.godwit.smtp.SmtpExchange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The evidence of the messages on one connection. The dialogue that opened it belongs to the first message. */
final class SessionEvidence {

    private final OpenConnection connection;
    private final Optional<String> address;
    private final Optional<String> source;
    private List<SmtpExchange> opening;

    /** Reads the addresses now, because a socket that is closed has none. */
    SessionEvidence(OpenConnection connection) {
        this.connection = connection;
        this.opening = connection.exchanges();
        var socket = connection.channel().socket();
        this.address = Optional.ofNullable(socket.remoteAddress()).map(Object::toString);
        this.source = Optional.ofNullable(socket.localAddress()).map(local -> String.valueOf(local.hostAddress()));
    }

    /** Returns the evidence of the message with this dialogue. */
    SmtpEvidence ofMessage(List<SmtpExchange> exchanges) {
        var all = new ArrayList<>(opening);
        opening = List.of();
        all.addAll(exchanges);
        return new SmtpEvidence(connection.target().host(), address, source, connection.tls(), all);
    }
}
