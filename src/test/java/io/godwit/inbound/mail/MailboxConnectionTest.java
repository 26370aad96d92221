package io.godwit.inbound.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import io.godwit.inbound.settings.InboundMailSettings;
import io.godwit.inbound.settings.InboundMailSettings.Protocol;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.net.RecordingProxy;
import jakarta.mail.MessagingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Both protocols, against a mail server that is not ours. */
class MailboxConnectionTest {

    private static final String MAIL =
            "Return-Path: <>\r\nDelivered-To: bounces+x@here.test\r\nTo: Shop <shop@here.test>\r\n"
                    + "Subject: failure notice\r\n\r\nbody\r\n";

    private final ServerSetup pop = new ServerSetup(FreePorts.free(), "127.0.0.1", "pop3");
    private final ServerSetup imap = new ServerSetup(FreePorts.free(), "127.0.0.1", "imap");
    private final GreenMail server = new GreenMail(new ServerSetup[] {pop, imap});

    @BeforeEach
    void start() {
        server.start();
        server.setUser("bounces@mailbox.test", "bounces", "secret").deliver(GreenMailUtil.newMimeMessage(MAIL));
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    @Test
    void aMessageStaysUntilItIsDone() throws Exception {
        for (var way : new InboundMailSettings.Mailbox[] {
            settings(Protocol.POP3, pop.getPort(), true), settings(Protocol.IMAP, imap.getPort(), true)
        }) {
            var interrupted = MailboxConnection.open(way, 0);
            var found = interrupted.read(interrupted.numbers().get(0)).orElseThrow();
            interrupted.leave();

            assertThat(found.recipients()).containsExactly("bounces+x@here.test", "shop@here.test");
            assertThat(found.from()).isEmpty();
            assertThat(new String(found.message(), StandardCharsets.US_ASCII)).contains("failure notice");
            assertThat(server.getReceivedMessages()).hasSize(1);
        }

        var connection = MailboxConnection.open(settings(Protocol.POP3, pop.getPort(), true), 0);
        connection.done(connection.numbers().get(0));
        connection.leave();

        assertThat(server.getReceivedMessages()).isEmpty();
    }

    @Test
    void whatIsNotDeletedIsSeenOnce() throws Exception {
        var settings = settings(Protocol.IMAP, imap.getPort(), false);
        var first = MailboxConnection.open(settings, 0);
        first.done(first.numbers().get(0));
        first.leave();

        var second = MailboxConnection.open(settings, 0);

        assertThat(second.numbers()).isEmpty();
        second.leave();
        assertThat(server.getReceivedMessages()).hasSize(1);
    }

    /** A mailbox that keeps its messages grows for ever, and each command is a way there and back. */
    @Test
    void theMessagesSeenBeforeCostNoCommandEachNorDoTheSizesOfNewOnes() throws Exception {
        deliver(40);
        var before = MailboxConnection.open(settings(Protocol.IMAP, imap.getPort(), false), 0);
        for (var number : before.numbers()) {
            before.done(number);
        }
        before.leave();
        deliver(10);

        try (var proxy = new RecordingProxy(imap.getPort())) {
            var connection = MailboxConnection.open(settings(Protocol.IMAP, proxy.port(), false), 0);
            var opened = commands(proxy);
            for (var number : connection.numbers()) {
                connection.read(number);
                connection.done(number);
            }
            var read = commands(proxy) - opened;
            connection.leave();

            assertThat(connection.numbers()).hasSize(10);
            assertThat(opened).isLessThan(10);
            assertThat(read).isEqualTo(20);
        }
    }

    private void deliver(int messages) {
        var user = server.setUser("bounces@mailbox.test", "bounces", "secret");
        for (var each = 0; each < messages; each++) {
            user.deliver(GreenMailUtil.newMimeMessage(MAIL));
        }
    }

    private static long commands(RecordingProxy proxy) {
        var said = new String(proxy.recordings().get(0).said(), StandardCharsets.US_ASCII);
        return said.lines().count();
    }

    @Test
    void aPasswordGoesNowhereInTheClearUnasked() {
        var way = new InboundMailSettings.Mailbox(
                Protocol.IMAP,
                "127.0.0.1",
                imap.getPort(),
                "bounces",
                "secret",
                "INBOX",
                Duration.ofMinutes(1),
                true,
                false,
                1 << 20);

        assertThatThrownBy(() -> MailboxConnection.open(way, 0)).isInstanceOf(MessagingException.class);
    }

    private static InboundMailSettings.Mailbox settings(Protocol protocol, int port, boolean delete) {
        return new InboundMailSettings.Mailbox(
                protocol,
                "127.0.0.1",
                port,
                "bounces",
                "secret",
                "INBOX",
                Duration.ofMinutes(1),
                delete,
                true,
                1 << 20);
    }
}
