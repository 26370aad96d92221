package io.godwit.kit.smtp;

import io.godwit.kit.net.TestCertificate;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * A mail server that answers each command with the octets a test gives, right or wrong. A message comes to the script as a
 * command that begins with a line end. What is answered to commands that came together is written together.
 */
public final class ScriptedSmtpServer implements AutoCloseable {

    /** The script's wish to close the connection, after what stands before it. */
    public static final String CLOSE = "\0";

    /** The script's wish to read nothing more, after what stands before it. */
    public static final String STALL = "\1";

    private static final String END = "\r\n.\r\n";

    private final NetServer server;
    private final BiFunction<Integer, String, String> script;
    private final List<String> chunks = new ArrayList<>();
    private final List<NetSocket> sockets = new ArrayList<>();

    private ScriptedSmtpServer(
            Vertx vertx,
            String host,
            Optional<TestCertificate> certificate,
            BiFunction<Integer, String, String> script) {
        this.script = script;
        var options = new NetServerOptions().setHost(host).setPort(0);
        certificate.ifPresent(present -> options.setKeyCertOptions(present.serverOptions()));
        this.server = vertx.createNetServer(options).connectHandler(socket -> new Connection(socket).begin());
    }

    /**
     * Listens on a free loopback port.
     *
     * @param script the reply, with line ends, to a command on the connection with that number; the first command is empty
     *     and its reply the greeting
     */
    public static ScriptedSmtpServer start(
            Vertx vertx, Optional<TestCertificate> certificate, BiFunction<Integer, String, String> script) {
        return start(vertx, "127.0.0.1", certificate, script);
    }

    /** Listens likewise on a free port of this address of the machine. */
    public static ScriptedSmtpServer start(
            Vertx vertx,
            String host,
            Optional<TestCertificate> certificate,
            BiFunction<Integer, String, String> script) {
        var started = new ScriptedSmtpServer(vertx, host, certificate, script);
        started.server.listen().await();
        return started;
    }

    public int port() {
        return server.actualPort();
    }

    /** The octets that came, as they were read from the sockets. */
    public List<String> chunks() {
        synchronized (chunks) {
            return List.copyOf(chunks);
        }
    }

    /** All that came. */
    public String received() {
        return String.join("", chunks());
    }

    /** Writes octets nobody asked for to the connections. */
    public void say(String octets) {
        synchronized (chunks) {
            sockets.forEach(socket -> socket.write(latin1(octets)));
        }
    }

    /** Reads nothing more from the connections there are. */
    public void stall() {
        synchronized (chunks) {
            sockets.forEach(NetSocket::pause);
        }
    }

    /** Ends every stall. */
    public void readOn() {
        synchronized (chunks) {
            sockets.forEach(NetSocket::resume);
        }
    }

    private static Buffer latin1(String octets) {
        return Buffer.buffer(octets.getBytes(StandardCharsets.ISO_8859_1));
    }

    @Override
    public void close() {
        server.close().await();
    }

    private final class Connection {

        private final NetSocket socket;
        private final int number;
        private String unread = "";
        private boolean inData;

        Connection(NetSocket socket) {
            this.socket = socket;
            synchronized (chunks) {
                sockets.add(socket);
                number = sockets.size();
            }
        }

        void begin() {
            socket.handler(this::read);
            socket.exceptionHandler(ignored -> socket.close());
            write(script.apply(number, ""), false);
        }

        private void read(Buffer bytes) {
            var text = bytes.toString(StandardCharsets.ISO_8859_1);
            synchronized (chunks) {
                chunks.add(text);
            }
            unread += text;
            var replies = new StringBuilder();
            var encrypts = false;
            for (var next = next(); next.isPresent(); next = next()) {
                var reply = script.apply(number, next.get());
                inData = next.get().equals("DATA") && reply.startsWith("354");
                if (inData) {
                    // A message without a line has its final dot at once.
                    unread = "\r\n" + unread;
                }
                encrypts = next.get().equals("STARTTLS") && reply.startsWith("220");
                replies.append(reply);
            }
            write(replies.toString(), encrypts);
        }

        private Optional<String> next() {
            var end = inData ? unread.indexOf(END) : unread.indexOf("\r\n");
            if (end < 0) {
                return Optional.empty();
            }
            var command = unread.substring(0, end);
            unread = unread.substring(end + (inData ? END.length() : 2));
            var whole = inData && command.isEmpty() ? "\r\n" : command;
            inData = false;
            return Optional.of(whole);
        }

        private void write(String replies, boolean encrypts) {
            var close = replies.indexOf(CLOSE);
            if (encrypts && close < 0) {
                socket.upgradeToSsl(latin1(replies));
                return;
            }
            if (replies.endsWith(STALL)) {
                socket.pause();
            }
            if (!replies.isEmpty()) {
                var octets = close < 0 ? replies : replies.substring(0, close);
                socket.write(latin1(octets.replace(STALL, "")));
            }
            if (close >= 0) {
                socket.close();
            }
        }
    }
}
