package io.godwit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import io.godwit.core.EmailId;
import io.godwit.core.Ids;
import io.godwit.core.ProjectId;
import io.godwit.core.ReturnPaths;
import io.godwit.core.Vault;
import io.godwit.kit.Ports;
import io.godwit.kit.SmtpCaller;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How much mail a client and a project get in at the door in one minute. */
class InboundLimitsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final ReturnPaths PATHS = new ReturnPaths(
            Vault.of(HexFormat.of().parseHex("11".repeat(32)), HexFormat.of().parseHex("22".repeat(32))));

    @Test
    void aClientBeyondItsMinuteIsAskedToComeLaterAndMakesNoMoreContactsWhileBouncesPass() {
        try (var door = new Door(Map.of(
                "GODWIT_INBOUND_SMTP_CLIENTPERMINUTE", "5",
                "GODWIT_INBOUND_PROJECTPERMINUTE", "0",
                "GODWIT_INBOUND_UNAUTHENTICATED", "true"))) {
            var flow = Flow.on("email.received")
                    .then(
                            "mark",
                            "UPDATE_CONTACT",
                            new JsonObject().put("updates", new JsonObject().put("wrote", true)))
                    .publish(door.server.database(), door.server.projectId(0));
            var path = PATHS.write(
                            new ProjectId(UUID.fromString(door.server.projectId(0))),
                            new EmailId(Ids.next()),
                            "bounce.example.test")
                    .value();

            var replies =
                    IntStream.range(0, 12).mapToObj(each -> door.letter(0)).toList();
            var unknown = door.deliver("x@example.com", "a@elsewhere.test");
            var bounces = IntStream.range(0, 12)
                    .mapToObj(each -> door.deliver("", path))
                    .toList();
            var pretended = door.deliver("x@example.com", path);

            assertThat(replies.subList(0, 5)).allMatch(reply -> reply.startsWith("250 "));
            assertThat(replies.subList(5, 12)).allMatch(reply -> reply.startsWith("450 4.7.1 "));
            assertThat(unknown).startsWith("550 ");
            assertThat(bounces).allMatch(reply -> reply.startsWith("250 "));
            assertThat(pretended).startsWith("450 ");
            door.awaitFiled(5);
            assertThat(door.count("SELECT count(*) FROM contacts WHERE email LIKE 'author%'"))
                    .isEqualTo(5);
            await().atMost(PATIENCE)
                    .until(() ->
                            door.count("SELECT count(*) FROM executions WHERE workflow_id = '" + flow.id() + "'") == 5);
        }
    }

    @Test
    void aProjectBeyondItsMinuteKeepsNoOtherFromItsMail() {
        try (var door = new Door(Map.of(
                "GODWIT_DEMO_PROJECTS", "2",
                "GODWIT_INBOUND_SMTP_CLIENTPERMINUTE", "0",
                "GODWIT_INBOUND_PROJECTPERMINUTE", "4"))) {

            var replies = IntStream.range(0, 8).mapToObj(each -> door.letter(0)).toList();
            var other = door.letter(1);

            assertThat(replies.subList(0, 4)).allMatch(reply -> reply.startsWith("250 "));
            assertThat(replies.subList(4, 8)).allMatch(reply -> reply.startsWith("450 4.7.1 "));
            assertThat(other).startsWith("250 ");
            door.awaitFiled(5);
        }
    }

    @Test
    void aMailboxKeepsWhatAProjectMayNotHaveYet() throws Exception {
        var imap = new ServerSetup(Ports.free(), "127.0.0.1", "imap");
        var mailbox = new GreenMail(imap);
        mailbox.start();
        var user = mailbox.setUser("all@mailbox.test", "all", "secret");
        for (var each = 0; each < 7; each++) {
            user.deliver(
                    GreenMailUtil.newMimeMessage("Return-Path: <a@example.com>\r\nDelivered-To: help@example.test\r\n"
                            + "From: a@example.com\r\nSubject: Help " + each + "\r\n\r\nPlease.\r\n"));
        }
        try (var door = new Door(Map.of(
                "GODWIT_INBOUND_PROJECTPERMINUTE", "4",
                "GODWIT_INBOUND_MAILBOX_PROTOCOL", "imap",
                "GODWIT_INBOUND_MAILBOX_HOST", "127.0.0.1",
                "GODWIT_INBOUND_MAILBOX_PORT", String.valueOf(imap.getPort()),
                "GODWIT_INBOUND_MAILBOX_USERNAME", "all",
                "GODWIT_INBOUND_MAILBOX_PASSWORD", "secret",
                "GODWIT_INBOUND_MAILBOX_PLAIN", "true",
                "GODWIT_INBOUND_MAILBOX_EVERY", "200ms"))) {

            door.awaitFiled(4);

            await().atMost(PATIENCE).untilAsserted(() -> assertThat(mailbox.getReceivedMessages())
                    .hasSize(3));
        } finally {
            mailbox.stop();
        }
    }

    /** A server whose only door for mail is open. */
    private static final class Door implements AutoCloseable {

        private final int port = Ports.free();
        private final TestServer server;

        private Door(Map<String, String> settings) {
            server = TestServer.start(NodeSettings.all(
                    settings,
                    Map.of("GODWIT_INBOUND_SMTP_PORT", String.valueOf(port), "GODWIT_INBOUND_SMTP_HOST", "127.0.0.1")));
        }

        private String letter(int project) {
            return deliver("author" + Ids.next() + "@example.com", "help@" + server.domain(project));
        }

        private String deliver(String from, String to) {
            var author = from.isEmpty() ? "mailer-daemon@example.com" : from;
            return SmtpCaller.deliver(
                    port,
                    from,
                    to,
                    "From: " + author + "\r\nSubject: Help\r\nMessage-ID: <" + Ids.next()
                            + "@example.com>\r\n\r\nPlease.\r\n");
        }

        private void awaitFiled(int letters) {
            await().atMost(PATIENCE)
                    .until(() -> count("SELECT count(*) FROM emails WHERE source = 'INBOUND'") == letters);
        }

        private long count(String sql) {
            return server.database().count(sql);
        }

        @Override
        public void close() {
            server.close();
        }
    }
}
