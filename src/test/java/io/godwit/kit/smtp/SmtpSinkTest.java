package io.godwit.kit.smtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.Vertx;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

@CloseFields
class SmtpSinkTest {

    private static Vertx vertx;

    @BeforeAll
    static void open() {
        vertx = Vertx.vertx();
    }

    @Test
    void aMessageIsKeptAsItWasSentLessTheStuffedDots() throws IOException {
        try (var sink = SmtpSink.start(vertx).unjudged();
                var client = new Client(sink.port())) {
            client.envelope("ada@example.test");

            client.say("Message-ID: <1@x>\r\n\r\n..\r\n..a\r\nb\n.\nc\r\n.");

            assertThat(client.reply()).startsWith("250");
            assertThat(sink.next().text()).isEqualTo("Message-ID: <1@x>\r\n\r\n.\r\n.a\r\nb\n.\nc\r\n");
            assertThat(sink.ledger(SinkPoint.DOT)).singleElement().satisfies(line -> assertThat(line.messageId())
                    .isEqualTo("1@x"));
        }
    }

    @Test
    void anAddressAsksForARefusalSoManyTimes() throws IOException {
        try (var sink = SmtpSink.start(vertx).unjudged();
                var client = new Client(sink.port())) {
            client.say("MAIL FROM:<a@x.test>");
            client.reply();

            var replies = new String[3];
            for (var i = 0; i < 3; i++) {
                client.say("RCPT TO:<tempfail-rcpt-451-2times+7@x.test>");
                replies[i] = client.reply();
            }

            assertThat(replies[0]).startsWith("451 4.");
            assertThat(replies[1]).startsWith("451 4.");
            assertThat(replies[2]).startsWith("250");
        }
    }

    @Test
    void aMessageClosedAtTheDotIsSeenButNotAccepted() throws IOException {
        try (var sink = SmtpSink.start(vertx).unjudged();
                var client = new Client(sink.port())) {
            client.envelope("close-dot@example.test");

            client.say("Subject: x\r\n\r\nx\r\n.");

            assertThat(client.reply()).isEqualTo("closed");
            assertThat(sink.everything()).hasSize(1);
            assertThat(sink.messages()).isEmpty();
        }
    }

    @Test
    void aGateHoldsTheReplyUntilItIsOpened() throws IOException {
        try (var sink = SmtpSink.start(vertx).unjudged();
                var client = new Client(sink.port())) {
            var gate = sink.hold(SinkPoint.DOT);
            client.envelope("ada@example.test");

            client.say("Subject: x\r\n\r\nx\r\n.");

            gate.awaitReached(Duration.ofSeconds(5));
            assertThat(sink.accepted()).isZero();
            gate.open();
            assertThat(client.reply()).startsWith("250");
            assertThat(sink.accepted()).isOne();
        }
    }

    @Test
    void aRuleForTheGreetingRefusesTheConnection() throws IOException {
        try (var sink = SmtpSink.start(vertx).unjudged()) {
            sink.rule(SinkPoint.GREETING, 1, new SinkBehaviour.Reply("421 4.3.2 Closing"));

            try (var client = new Client(sink.port(), false)) {
                assertThat(client.reply()).startsWith("421");
            }
            try (var client = new Client(sink.port(), false)) {
                assertThat(client.reply()).startsWith("220");
            }
        }
    }

    /** Otherwise the rules of the wire would hold in every test and be kept in none. */
    @Test
    void aSinkFailsAtItsEndWhenAMailBrokeARule() throws IOException {
        var sink = SmtpSink.start(vertx);
        try (var client = new Client(sink.port())) {
            client.envelope("ada@example.test");
            client.say("Subject: x\r\n\r\nx\r\n.");
            client.reply();
        }
        sink.forget();

        assertThatThrownBy(sink::close)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("from is there 0 times, in the mail to [ada@example.test]");
    }

    /** A client that only talks. */
    private static final class Client implements AutoCloseable {

        private final Socket socket;
        private final BufferedReader reader;

        Client(int port) throws IOException {
            this(port, true);
            reply();
        }

        Client(int port, boolean ignored) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout(10_000);
            reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
        }

        void envelope(String recipient) throws IOException {
            say("MAIL FROM:<a@x.test>\r\nRCPT TO:<" + recipient + ">\r\nDATA");
            reply();
            reply();
            reply();
        }

        void say(String line) throws IOException {
            socket.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
        }

        String reply() throws IOException {
            var line = reader.readLine();
            return line == null ? "closed" : line;
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
