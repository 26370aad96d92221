package io.godwit.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import io.godwit.kit.InboundMailServer;
import io.godwit.kit.TestWorkflow;
import io.godwit.kit.net.FreePorts;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tells how much mail a client and a project get in at the door in one minute. */
class InboundRateLimiterTest {

    @Test
    void aClientBeyondItsMinuteIsAskedToComeLaterAndMakesNoMoreContactsWhileBouncesPass() {
        try (var server = InboundMailServer.start(Map.of(
                "GODWIT_INBOUND_SMTP_PER_CLIENT_PER_MINUTE", "5",
                "GODWIT_INBOUND_UNAUTHENTICATED", "true"))) {
            var flow = TestWorkflow.on("email.received")
                    .then(
                            "mark",
                            "UPDATE_CONTACT",
                            new JsonObject().put("updates", new JsonObject().put("wrote", true)))
                    .publish(server.node().database(), server.node().projectId(0));
            var path = InboundMailServer.returnPath(server.project(), new EmailId(Ids.next()));

            var replies =
                    IntStream.range(0, 12).mapToObj(ignored -> message(server, 0)).toList();
            var unknown = deliver(server, "x@example.com", "a@elsewhere.test");
            var bounces = IntStream.range(0, 12)
                    .mapToObj(ignored -> deliver(server, "", path))
                    .toList();
            var pretended = deliver(server, "x@example.com", path);

            assertThat(replies.subList(0, 5)).allMatch(reply -> reply.startsWith("250 "));
            assertThat(replies.subList(5, 12)).allMatch(reply -> reply.startsWith("450 4.7.1 "));
            assertThat(unknown).startsWith("550 ");
            assertThat(bounces).allMatch(reply -> reply.startsWith("250 "));
            assertThat(pretended).startsWith("450 ");
            awaitFiled(server, 5);
            assertThat(server.count("SELECT count(*) FROM contacts WHERE email LIKE 'author%'"))
                    .isEqualTo(5);
            await().atMost(InboundMailServer.TIMEOUT)
                    .until(() ->
                            server.count("SELECT count(*) FROM executions WHERE workflow_id = '" + flow.id() + "'") == 5);
        }
    }

    @Test
    void aProjectBeyondItsMinuteKeepsNoOtherFromItsMail() {
        try (var server = InboundMailServer.start(Map.of("GODWIT_INBOUND_PER_PROJECT_PER_MINUTE", "4"))) {

            var replies =
                    IntStream.range(0, 8).mapToObj(ignored -> message(server, 0)).toList();
            var other = message(server, 1);

            assertThat(replies.subList(0, 4)).allMatch(reply -> reply.startsWith("250 "));
            assertThat(replies.subList(4, 8)).allMatch(reply -> reply.startsWith("450 4.7.1 "));
            assertThat(other).startsWith("250 ");
            awaitFiled(server, 5);
        }
    }

    @Test
    void aMailboxKeepsWhatAProjectMayNotHaveYet() throws Exception {
        var imap = new ServerSetup(FreePorts.free(), "127.0.0.1", "imap");
        var mailbox = new GreenMail(imap);
        mailbox.start();
        var user = mailbox.setUser("all@mailbox.test", "all", "secret");
        for (var each = 0; each < 7; each++) {
            user.deliver(
                    GreenMailUtil.newMimeMessage("Return-Path: <a@example.com>\r\nDelivered-To: help@example.test\r\n"
                            + "From: a@example.com\r\nSubject: Help " + each + "\r\n\r\nPlease.\r\n"));
        }
        try (var server = InboundMailServer.start(Map.of(
                "GODWIT_INBOUND_PER_PROJECT_PER_MINUTE", "4",
                "GODWIT_INBOUND_MAILBOX_PROTOCOL", "imap",
                "GODWIT_INBOUND_MAILBOX_HOST", "127.0.0.1",
                "GODWIT_INBOUND_MAILBOX_PORT", String.valueOf(imap.getPort()),
                "GODWIT_INBOUND_MAILBOX_USERNAME", "all",
                "GODWIT_INBOUND_MAILBOX_PASSWORD", "secret",
                "GODWIT_INBOUND_MAILBOX_PLAIN", "true",
                "GODWIT_INBOUND_MAILBOX_INTERVAL", "200ms"))) {

            awaitFiled(server, 4);

            await().atMost(InboundMailServer.TIMEOUT).untilAsserted(() -> assertThat(mailbox.getReceivedMessages())
                    .hasSize(3));
        } finally {
            mailbox.stop();
        }
    }

    private static String message(InboundMailServer server, int project) {
        return deliver(
                server,
                "author" + Ids.next() + "@example.com",
                "help@" + server.node().domain(project));
    }

    private static String deliver(InboundMailServer server, String from, String to) {
        var author = from.isEmpty() ? "mailer-daemon@example.com" : from;
        return server.deliver(from, to, InboundMailServer.message(author, "Help", "none@example.com", "Please."));
    }

    private static void awaitFiled(InboundMailServer server, int messages) {
        await().atMost(InboundMailServer.TIMEOUT)
                .until(() -> server.count("SELECT count(*) FROM emails WHERE source = 'INBOUND'") == messages);
    }
}
