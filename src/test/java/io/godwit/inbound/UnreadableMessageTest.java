package io.godwit.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.kit.InboundMailServer;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.net.RecordingProxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/** A polled mailbox with a message that its server cannot give. */
class UnreadableMessageTest {

    private final ServerSetup imap = new ServerSetup(FreePorts.free(), "127.0.0.1", "imap");
    private final ServerSetup pop = new ServerSetup(FreePorts.free(), "127.0.0.1", "pop3");
    private final GreenMail mailbox = new GreenMail(new ServerSetup[] {imap, pop});
    private final Logger logger = (Logger) LoggerFactory.getLogger("io.godwit.inbound.mail.MailboxConnection");
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private volatile boolean mended;

    @BeforeEach
    void start() {
        mailbox.start();
        mailbox.setUser("all@mailbox.test", "all", "secret");
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(lines);
        mailbox.stop();
    }

    /** The replies are Gmail's, one of a server that does not know what to say, and RFC 1939's to RETR. */
    @ParameterizedTest
    @CsvSource({
        "imap, FETCH %d (BODY, %s NO Some messages could not be FETCHed (Failure)",
        "imap, FETCH %d (BODY, %s OK Success",
        "imap, FETCH %d (BODY, %s BAD Internal error",
        "pop3, RETR %d, -ERR message not available",
    })
    void aMessageThatTheServerCannotGiveStaysThereAndThoseBehindItAreRead(
            String protocol, String command, String reply) {
        for (var message = 1; message <= 3; message++) {
            deliver("Returned " + message);
        }
        try (var proxy = new RecordingProxy(port(protocol), refusing(command, reply));
                var server = reading(protocol, proxy.port())) {

            awaitStored(server, "Returned 1");
            awaitStored(server, "Returned 3");
            await().atMost(InboundMailServer.TIMEOUT).until(() -> mailbox.getReceivedMessages().length == 1);
            assertThat(server.count("SELECT count(*) FROM inbound_reports")).isEqualTo(2);
            assertThat(List.copyOf(lines.list))
                    .isNotEmpty()
                    .allSatisfy(line -> assertThat(line.getLevel()).isEqualTo(Level.WARN))
                    .allSatisfy(line -> assertThat(line.getThrowableProxy()).isNotNull());

            mended = true;

            awaitStored(server, "Returned 2");
            await().atMost(InboundMailServer.TIMEOUT).until(() -> mailbox.getReceivedMessages().length == 0);
        }
    }

    private int port(String protocol) {
        return protocol.equals("imap") ? imap.getPort() : pop.getPort();
    }

    /** Answers the command about the second message, which is the first when the others are gone. */
    private Function<String, Optional<String>> refusing(String command, String reply) {
        return line -> !mended && line.contains(command.formatted(mailbox.getReceivedMessages().length == 3 ? 2 : 1))
                ? Optional.of(reply.formatted(line.split(" ", 2)[0]) + "\r\n")
                : Optional.empty();
    }

    private static InboundMailServer reading(String protocol, int port) {
        return InboundMailServer.start(Map.of(
                "GODWIT_INBOUND_MAILBOX_PROTOCOL", protocol,
                "GODWIT_INBOUND_MAILBOX_HOST", "127.0.0.1",
                "GODWIT_INBOUND_MAILBOX_PORT", String.valueOf(port),
                "GODWIT_INBOUND_MAILBOX_USERNAME", "all",
                "GODWIT_INBOUND_MAILBOX_PASSWORD", "secret",
                "GODWIT_INBOUND_MAILBOX_PLAIN", "true",
                "GODWIT_INBOUND_MAILBOX_INTERVAL", "200ms"));
    }

    private void deliver(String subject) {
        var path = InboundMailServer.returnPath(new ProjectId(Ids.next()), new EmailId(Ids.next()));
        mailbox.getUserManager()
                .getUser("all")
                .deliver(GreenMailUtil.newMimeMessage("Return-Path: <>\r\nDelivered-To: " + path
                        + "\r\nFrom: mailer-daemon@example.com\r\nSubject: " + subject + "\r\n\r\nSorry.\r\n"));
    }

    private static void awaitStored(InboundMailServer server, String subject) {
        await().atMost(InboundMailServer.TIMEOUT)
                .until(() -> server.node()
                                .database()
                                .count(
                                        "SELECT count(*) FROM inbound_reports WHERE convert_from(raw, 'UTF8') LIKE ?",
                                        "%" + subject + "%")
                        == 1);
    }
}
