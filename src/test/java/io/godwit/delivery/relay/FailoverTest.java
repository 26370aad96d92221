package io.godwit.delivery.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.BrowserUser;
import io.godwit.kit.TestServer;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A whole node with two relays. */
class FailoverTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Vertx VERTX = Vertx.vertx();
    private static final SmtpSink FIRST = SmtpSink.start(VERTX);
    private static final SmtpSink BACKUP = SmtpSink.start(VERTX);
    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.start(Map.of(
                "GODWIT_MAIL_CATCHER_ENABLED", "false",
                "GODWIT_MAIL_HOST", FIRST.host(),
                "GODWIT_MAIL_PORT", String.valueOf(FIRST.port()),
                "GODWIT_MAIL_TLS", "none",
                "GODWIT_MAIL_CONNECTIONS", "5",
                "GODWIT_MAIL_RELAYS", "backup=smtp://" + BACKUP.host() + ":" + BACKUP.port(),
                "GODWIT_SENDING_PACE", "50"));
    }

    @AfterAll
    static void stop() {
        server.close();
        FIRST.close();
        BACKUP.close();
        VERTX.close().await();
    }

    /** Starts each test with the first relay in use. */
    @BeforeEach
    void heal() {
        FIRST.polite();
        BACKUP.polite();
        await().atMost(TIMEOUT).until(() -> !isOpen("default") && !isOpen("backup"));
    }

    @Test
    void aRelayThatRefusesItsGreetingIsPassedOverUntilAProbePasses() {
        FIRST.rule(SinkPoint.GREETING, new SinkBehaviour.Reply("421 4.3.2 Away"));
        FIRST.hangUp();

        var meanwhile = send(0, 1).get(0);
        awaitAccepted(BACKUP, meanwhile);
        assertThat(isOpen("default")).isTrue();

        FIRST.polite();
        await().atMost(TIMEOUT).until(() -> !isOpen("default"));
        var afterwards = send(0, 1).get(0);
        awaitAccepted(FIRST, afterwards);
        assertThat(copies(BACKUP, afterwards)).isZero();
        assertThat(copies(FIRST, meanwhile)).isZero();
    }

    @Test
    void aRefusalAtTheFinalDotIsNoReasonToTryAnotherRelay() {
        FIRST.rule(SinkPoint.DOT, 1, new SinkBehaviour.Reply("451 4.3.0 Later"));

        var to = send(0, 1).get(0);

        awaitAccepted(FIRST, to);
        assertThat(copies(BACKUP, to)).isZero();
    }

    @Test
    void aConnectionLostAtTheFinalDotIsNoReasonEither() {
        FIRST.rule(SinkPoint.DOT, 1, new SinkBehaviour.Close());

        var to = send(0, 1).get(0);

        awaitAccepted(FIRST, to);
        assertThat(copies(BACKUP, to)).isZero();
    }

    @Test
    void aRefusedRecipientIsRefused() {
        FIRST.rule(SinkPoint.RCPT, 1, new SinkBehaviour.Reply("550 5.1.1 Nobody"));

        var to = send(0, 1).get(0);

        await().atMost(TIMEOUT)
                .until(() -> server.database()
                                .count("SELECT count(*) FROM emails WHERE to_email = ? AND status = 'BOUNCED'", to)
                        == 1);
        assertThat(copies(BACKUP, to)).isZero();
    }

    @Test
    void noEmailIsSentTwiceWhileTheFirstRelayFailsInEveryWayThatAllowsFailOver() {
        FIRST.rule(SinkPoint.MAIL, 4, new SinkBehaviour.Reply("421 4.3.2 Closing"));
        FIRST.rule(SinkPoint.RCPT, 4, new SinkBehaviour.ReplyAndClose("421 4.7.0 Too many connections"));
        FIRST.rule(SinkPoint.DOT, 3, new SinkBehaviour.Reply("451 4.3.0 Later"));
        FIRST.rule(SinkPoint.GREETING, 2, new SinkBehaviour.Close());

        var recipients = send(0, 60);

        await().atMost(TIMEOUT)
                .until(() -> recipients.stream().allMatch(to -> copies(FIRST, to) + copies(BACKUP, to) >= 1));
        await().atMost(TIMEOUT).until(() -> queued(recipients, "true") == 0);
        assertThat(recipients).allSatisfy(to -> assertThat(copies(FIRST, to) + copies(BACKUP, to))
                .as(to)
                .isEqualTo(1));
    }

    @Test
    void aProjectChoosesItsRelays() {
        chooseBackup();

        var to = send(1, 1).get(0);
        var other = send(0, 1).get(0);

        awaitAccepted(BACKUP, to);
        awaitAccepted(FIRST, other);
    }

    @Test
    void emailsOfAProjectWhoseRelaysAreAllDownWaitWithoutAttemptsAndOthersGoOn() {
        chooseBackup();
        BACKUP.rule(SinkPoint.GREETING, new SinkBehaviour.Reply("421 4.3.2 Away"));
        BACKUP.hangUp();

        var waiting = send(1, 20);
        await().atMost(TIMEOUT).until(() -> isOpen("backup"));
        var others = send(0, 20);

        others.forEach(to -> awaitAccepted(FIRST, to));
        await().atMost(TIMEOUT).until(() -> queued(waiting, "last_reply LIKE '%421 4.3.2 Away'") > 0);
        assertThat(queued(waiting, "attempts = 0 AND outbox.message_date IS NULL OR attempt_started"))
                .isEqualTo(20);
        assertThat(attempts(waiting)).isZero();

        BACKUP.polite();
        waiting.forEach(to -> awaitAccepted(BACKUP, to));
        assertThat(attempts(waiting)).isZero();
        assertThat(waiting).allSatisfy(to -> assertThat(copies(FIRST, to)).isZero());
    }

    private static void chooseBackup() {
        var change = server.call(
                "PATCH",
                "/users/@me/projects/" + server.projectId(1),
                server.secretKey(1),
                new JsonObject().put("relays", new JsonArray().add("backup")).encode());
        assertThat(change.statusCode()).as(change.body()).isEqualTo(200);
        assertThat(new JsonObject(change.body()).getJsonArray("relays")).containsExactly("backup");
    }

    private static long queued(List<String> recipients, String condition) {
        return server.database()
                .count(
                        "SELECT count(*) FROM outbox JOIN emails ON emails.id = email_id WHERE to_email = ANY (?) AND ("
                                + condition + ")",
                        (Object) recipients.toArray(String[]::new));
    }

    /** The failed attempts of the log. */
    private static long attempts(List<String> recipients) {
        return server.database()
                .count(
                        "SELECT count(*) FROM email_attempts JOIN emails ON emails.id = email_id WHERE to_email = ANY (?)",
                        (Object) recipients.toArray(String[]::new));
    }

    @Test
    void anUnknownRelayIsRefusedWithTheNamesThereAre() {
        var change = server.call(
                "PATCH",
                "/users/@me/projects/" + server.projectId(1),
                server.secretKey(1),
                new JsonObject().put("relays", new JsonArray().add("elsewhere")).encode());

        assertThat(change.statusCode()).isEqualTo(422);
        assertThat(change.body()).contains("default, backup");
    }

    private static boolean isOpen(String relay) {
        return new JsonObject(BrowserUser.demo(server).get("/system").body())
                .getJsonObject("transport").getJsonArray("relays").stream()
                        .map(JsonObject.class::cast)
                        .filter(each -> each.getString("name").equals(relay))
                        .findFirst()
                        .orElseThrow()
                        .getBoolean("open");
    }

    private static void awaitAccepted(SmtpSink sink, String to) {
        await().atMost(TIMEOUT).until(() -> copies(sink, to) == 1);
    }

    private static long copies(SmtpSink sink, String to) {
        return sink.messages().stream()
                .filter(message -> message.recipient().equals(to))
                .count();
    }

    /** Sends so many emails to new recipients of different domains; answers their addresses. */
    private static List<String> send(int project, int count) {
        var recipients = IntStream.range(0, count)
                .mapToObj(number -> "r" + UUID.randomUUID() + "@site" + number + ".test")
                .toList();
        var sent = server.post(
                "/v1/send",
                server.secretKey(project),
                new JsonObject()
                        .put("to", new JsonArray(List.copyOf(recipients)))
                        .put("from", "hello@" + server.domain(project))
                        .put("subject", "Over the relay")
                        .put("body", "<p>Hello</p>"));
        assertThat(sent.statusCode()).as(sent.body()).isEqualTo(200);
        return recipients;
    }
}
