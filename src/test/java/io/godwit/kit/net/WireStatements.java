package io.godwit.kit.net;

import io.godwit.kit.net.RecordingProxy.Recording;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The statements that come over a wire to PostgreSQL from a moment on. */
public final class WireStatements {

    private final RecordingProxy wire;
    private final Map<Recording, Integer> connectionToSeen = new HashMap<>();

    /** Begins now. */
    public WireStatements(RecordingProxy wire) {
        this.wire = wire;
        wire.recordings()
                .forEach(connection ->
                        connectionToSeen.put(connection, executed(connection).size()));
    }

    /** The statements executed since, connection by connection. */
    public List<String> since() {
        return since(ignored -> true);
    }

    /** The same for the connections on which a statement that matches was ever executed. */
    public List<String> since(Predicate<String> statement) {
        return wire.recordings().stream()
                .filter(connection -> executed(connection).stream().anyMatch(statement))
                .flatMap(connection -> executed(connection).stream().skip(connectionToSeen.getOrDefault(connection, 0)))
                .toList();
    }

    /** Reads the messages of a client (PostgreSQL's protocol, "Message Formats"): Parse, Bind and Query. */
    private static List<String> executed(Recording connection) {
        var nameToSql = new HashMap<String, String>();
        var executed = new ArrayList<String>();
        var bytes = ByteBuffer.wrap(connection.said());
        while (bytes.remaining() >= 5) {
            var type = bytes.get(bytes.position()) == 0 ? 0 : bytes.get();
            var length = bytes.getInt(bytes.position());
            if (bytes.remaining() < length) {
                break;
            }
            var body = bytes.slice(bytes.position() + 4, length - 4);
            bytes.position(bytes.position() + length);
            switch (type) {
                case 'P' -> nameToSql.put(text(body), text(body));
                case 'B' -> {
                    text(body);
                    executed.add(String.valueOf(nameToSql.get(text(body))));
                }
                case 'Q' -> executed.add(text(body));
                default -> {}
            }
        }
        return executed;
    }

    private static String text(ByteBuffer bytes) {
        var from = bytes.position();
        while (bytes.get() != 0) {
            continue;
        }
        var text = new byte[bytes.position() - 1 - from];
        bytes.get(from, text);
        return new String(text, StandardCharsets.UTF_8);
    }
}
