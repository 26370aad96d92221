package io.godwit.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import io.godwit.kit.InboundMailServer;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.workflows.TestWorkflow;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tells how much mail the server takes from a client and for a project in one minute. */
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
            var replies = IntStream.range(0, 12)
                    .mapToObj(ignored -> message(server, 0))
                    .toList();
            var unknown = deliver(server, "x@example.com", "a@elsewhere.test");
            var bounces = IntStream.range(0, 12)
                    .mapToObj(ignored -> deliver(server, "", freshPath(server)))
                    .toList();
            var pretended = deliver(server, "x@example.com", freshPath(server));

            assertThat(replies.subList(0, 5)).allMatch(reply -> reply.startsWith("250 "));
            assertThat(replies.subList(5, 12)).allMatch(reply -> reply.startsWith("450 4.7.1 "));
            assertThat(unknown).startsWith("550 ");
            assertThat(bounces).allMatch(reply -> reply.startsWith("250 "));
            assertThat(pretended).startsWith("450 ");
            // Mail to a return path that is no report is filed, too.
            awaitFiled(server, 5 + bounces.size());
            assertThat(server.count("SELECT count(*) FROM contacts WHERE email LIKE 'author%'"))
                    .isEqualTo(5);
            await().atMost(InboundMailServer.TIMEOUT)
                    .until(() -> server.count("SELECT count(*) FROM executions WHERE workflow_id = '" + flow.id() + "'")
                            == 5);
        }
    }

    @Test
    void aProjectBeyondItsMinuteKeepsNoOtherFromItsMail() {
        try (var server = InboundMailServer.start(Map.of("GODWIT_INBOUND_PER_PROJECT_PER_MINUTE", "4"))) {

            var replies = IntStream.range(0, 8)
                    .mapToObj(ignored -> message(server, 0))
                    .toList();
            var other = message(server, 1);

            assertThat(replies.subList(0, 4)).allMatch(reply -> reply.startsWith("250 "));
            assertThat(replies.subList(4, 8)).allMatch(reply -> reply.startsWith("450 4.7.1 "));
            assertThat(other).startsWith("250 ");
            awaitFiled(server, 5);
        }
    }

    /** A recipient of one email knows its return path, and may pretend to be a mail system. */
    @Test
    void oneReturnPathTakesTenMessagesAnHourAndFiftyMegabytesADay() {
        try (var server = InboundMailServer.start(Map.of())) {
            var path = freshPath(server);
            var large = freshPath(server);

            var replies = IntStream.range(0, 15)
                    .mapToObj(ignored -> deliver(server, "", path))
                    .toList();
            var largeReplies = IntStream.range(0, 4)
                    .mapToObj(ignored -> server.deliver("", large, message("x".repeat(75) + "\r\n", 250_000)))
                    .toList();
            var other = deliver(server, "", freshPath(server));

            assertThat(replies.subList(0, 10)).allMatch(reply -> reply.startsWith("250 "));
            assertThat(replies.subList(10, 15)).allMatch(reply -> reply.startsWith("450 4.7.1 "));
            assertThat(largeReplies.subList(0, 2)).allMatch(reply -> reply.startsWith("250 "));
            assertThat(largeReplies.subList(2, 4)).allMatch(reply -> reply.startsWith("450 4.7.1 "));
            assertThat(other).startsWith("250 ");
            assertThat(server.count("SELECT count(*) FROM inbound_reports")).isEqualTo(13);
        }
    }

    @Test
    void aMessageThatIsSentAgainBecauseItsReplyWasLostCountsOnce() {
        try (var server = InboundMailServer.start(Map.of())) {
            var path = freshPath(server);
            var message = message("Sorry.\r\n", 1);

            var replies = IntStream.range(0, 12)
                    .mapToObj(ignored -> server.deliver("", path, message))
                    .toList();
            var others = IntStream.range(0, 9)
                    .mapToObj(ignored -> deliver(server, "", path))
                    .toList();

            assertThat(replies).allMatch(reply -> reply.startsWith("250 "));
            assertThat(others).allMatch(reply -> reply.startsWith("250 "));
        }
    }

    @Test
    void manyMessagesToOneReturnPathAtOnceAreNotMoreThanItMayHave() {
        var callers = Executors.newFixedThreadPool(8);
        try (var server = InboundMailServer.start(Map.of())) {
            var path = freshPath(server);

            var replies = IntStream.range(0, 30)
                    .mapToObj(ignored -> CompletableFuture.supplyAsync(() -> deliver(server, "", path), callers))
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .toList();

            assertThat(replies).allMatch(reply -> reply.startsWith("250 ") || reply.startsWith("450 4.7.1 "));
            assertThat(server.count("SELECT count(*) FROM inbound_reports")).isBetween(1L, 10L);
        } finally {
            callers.shutdown();
        }
    }

    @Test
    void aMailboxKeepsWhatAProjectMayNotHaveYet() {
        var mailbox = mailbox();
        fill(mailbox, "help@example.test", 7);
        try (var server = reading(mailbox, 4)) {

            awaitFiled(server, 4);

            await().atMost(InboundMailServer.TIMEOUT).untilAsserted(() -> assertThat(mailbox.getReceivedMessages())
                    .hasSize(3));
        } finally {
            mailbox.stop();
        }
    }

    /** More than the poll of a mailbox reads, before the bounce and the email of another project. */
    @Test
    void inAMailboxFullOfWhatAProjectMayNotHaveYetAllElseIsFound() {
        var mailbox = mailbox();
        fill(mailbox, "help@example.test", 450);
        try (var server = reading(mailbox, 4)) {
            fill(mailbox, freshPath(server), 1);
            fill(mailbox, "help@" + server.node().domain(1), 1);

            await().atMost(InboundMailServer.TIMEOUT)
                    .until(() -> server.count(
                                    "SELECT count(*) FROM inbound_reports WHERE position('Delivered-To: help@example.test'::bytea IN raw) = 0")
                            == 2);

            await().atMost(InboundMailServer.TIMEOUT).untilAsserted(() -> assertThat(mailbox.getReceivedMessages())
                    .hasSizeBetween(440, 446));
        } finally {
            mailbox.stop();
        }
    }

    @Test
    void ofAFloodToOneReturnPathAMailboxKeepsNothing() {
        var mailbox = mailbox();
        try (var server = reading(mailbox, 4)) {
            fill(mailbox, freshPath(server), 15);

            await().atMost(InboundMailServer.TIMEOUT).untilAsserted(() -> assertThat(mailbox.getReceivedMessages())
                    .isEmpty());

            assertThat(server.count("SELECT count(*) FROM inbound_reports")).isEqualTo(10);
        } finally {
            mailbox.stop();
        }
    }

    private static GreenMail mailbox() {
        var mailbox = new GreenMail(new ServerSetup(FreePorts.free(), "127.0.0.1", "imap"));
        mailbox.start();
        mailbox.setUser("all@mailbox.test", "all", "secret");
        return mailbox;
    }

    private static void fill(GreenMail mailbox, String to, int messages) {
        var user = mailbox.getUserManager().getUser("all");
        for (var each = 0; each < messages; each++) {
            user.deliver(GreenMailUtil.newMimeMessage("Return-Path: <a@example.com>\r\nDelivered-To: " + to
                    + "\r\nFrom: a@example.com\r\nSubject: Help " + each + "\r\n\r\nPlease.\r\n"));
        }
    }

    private static InboundMailServer reading(GreenMail mailbox, int perProject) {
        return InboundMailServer.start(Map.of(
                "GODWIT_INBOUND_PER_PROJECT_PER_MINUTE", String.valueOf(perProject),
                "GODWIT_INBOUND_MAILBOX_PROTOCOL", "imap",
                "GODWIT_INBOUND_MAILBOX_HOST", "127.0.0.1",
                "GODWIT_INBOUND_MAILBOX_PORT", String.valueOf(mailbox.getImap().getPort()),
                "GODWIT_INBOUND_MAILBOX_USERNAME", "all",
                "GODWIT_INBOUND_MAILBOX_PASSWORD", "secret",
                "GODWIT_INBOUND_MAILBOX_PLAIN", "true",
                "GODWIT_INBOUND_MAILBOX_INTERVAL", "200ms"));
    }

    private static String freshPath(InboundMailServer server) {
        return InboundMailServer.returnPath(server.project(), new EmailId(Ids.next()));
    }

    private static String message(String line, int lines) {
        return InboundMailServer.message("mailer-daemon@example.com", "Help", "none@example.com", line.repeat(lines));
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
