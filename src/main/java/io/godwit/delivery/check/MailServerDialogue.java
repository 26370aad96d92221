package io.godwit.delivery.check;

import io.godwit.core.Timeouts;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import io.vertx.core.parsetools.RecordParser;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Talks with mail servers, one command at a time, and sends no message. */
final class MailServerDialogue {

    /** The time for a connection and its dialogue. */
    static final Duration LIMIT = Duration.ofSeconds(10);

    private static final int MAX_LINE = 2_000;
    private static final int MAX_LINES = 200;

    private final NetClient client;
    private final Duration limit;

    MailServerDialogue(Vertx vertx) {
        this(vertx.createNetClient(options(LIMIT)), LIMIT);
    }

    private MailServerDialogue(NetClient client, Duration limit) {
        this.client = client;
        this.limit = limit;
    }

    /** Connects from a local address; empty leaves the choice to the system. */
    static MailServerDialogue from(Vertx vertx, Optional<String> local, Duration limit) {
        var options = options(limit);
        local.ifPresent(options::setLocalAddress);
        return new MailServerDialogue(vertx.createNetClient(options), limit);
    }

    private static NetClientOptions options(Duration limit) {
        return new NetClientOptions().setConnectTimeout((int) limit.toMillis()).setTcpQuickAck(true);
    }

    /**
     * Completes with the last line of the greeting and of the reply to each command; fewer when one was refused for good or the
     * server closed the connection. Fails when nothing answers.
     */
    Future<List<String>> replies(InetAddress address, int port, List<String> commands) {
        return Timeouts.within(
                limit,
                client.connect(port, address.getHostAddress())
                        .compose(socket ->
                                new Conversation(socket, commands).run().onComplete(ignored -> socket.close())));
    }

    Future<Void> close() {
        return client.close();
    }

    /** The dialogue on one connection; its state belongs to the socket's context. */
    private static final class Conversation {

        private final NetSocket socket;
        private final List<String> commands;
        private final List<String> replies = new ArrayList<>();
        private final Promise<List<String>> ended = Promise.promise();
        private int lines;

        Conversation(NetSocket socket, List<String> commands) {
            this.socket = socket;
            this.commands = commands;
        }

        Future<List<String>> run() {
            socket.handler(RecordParser.newDelimited("\r\n", this::onLine).maxRecordSize(MAX_LINE));
            socket.exceptionHandler(ended::tryFail);
            socket.closeHandler(ignored -> end());
            return ended.future();
        }

        private void onLine(Buffer line) {
            var text = line.toString("ISO-8859-1");
            if (++lines > MAX_LINES || (text.length() > 3 && text.charAt(3) == '-')) {
                return;
            }
            replies.add(text);
            if (replies.size() > commands.size() || text.startsWith("421")) {
                socket.write("QUIT\r\n");
                end();
            } else {
                socket.write(commands.get(replies.size() - 1) + "\r\n");
            }
        }

        private void end() {
            if (replies.isEmpty()) {
                ended.tryFail("The connection was closed without a greeting");
            } else {
                ended.tryComplete(List.copyOf(replies));
            }
        }
    }
}
