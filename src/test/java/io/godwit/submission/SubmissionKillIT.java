package io.godwit.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.db.TestDatabase;
import io.godwit.kit.GodwitJar;
import io.godwit.kit.JarServer;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.nodes.NodeSettings;
import io.godwit.kit.smtp.ReceivedCopies;
import io.godwit.kit.smtp.SmtpCaller;
import io.godwit.kit.smtp.SmtpSink;
import io.vertx.core.Vertx;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A jar that dies between the final dot of a client and its reply. */
final class SubmissionKillIT {

    private static final int PORT = FreePorts.free();
    private static final Vertx VERTX = Vertx.vertx();

    private static TestDatabase db;
    private static SmtpSink sink;
    private static JarServer server;

    @BeforeAll
    static void start() {
        db = TestDatabase.fresh(VERTX);
        sink = SmtpSink.start(VERTX).unjudged();
        server = JarServer.start(NodeSettings.all(
                NodeSettings.on(db.url(), sink),
                Map.of(
                        "GODWIT_SUBMISSION_HOST", "127.0.0.1",
                        "GODWIT_SUBMISSION_PORT", String.valueOf(PORT),
                        "GODWIT_SUBMISSION_PLAIN_ON_LOOPBACK", "true",
                        "GODWIT_SENDING_LEASE", "2s",
                        "GODWIT_SENDING_RESCUE", "4s",
                        "JAVA_TOOL_OPTIONS", GodwitJar.shortLived())));
    }

    @AfterAll
    static void stop() {
        server.close();
        sink.close();
        db.close();
        VERTX.close().await();
    }

    @Test
    void aMessageOfWhichNothingWasCommittedIsQueuedWhenItIsSentAgain() throws SQLException {
        var message = message("before");
        try (var rows = db.connect();
                var caller = loggedIn()) {
            lockContents(rows);
            begin(caller, "before@example.org");
            caller.write(message + "\r\n.\r\n");
            await().atMost(SubmissionNode.TIMEOUT)
                    .until(() -> db.count("SELECT count(*) FROM pg_locks WHERE NOT granted") > 0);
            server.kill9();
        }
        server.restart();
        var afterwards = emailsTo("before@example.org");

        var reply = submit(message, "before@example.org");

        assertThat(afterwards).isZero();
        assertThat(reply).startsWith("250 2.0.0 Queued as ");
        awaitOne("before@example.org");
    }

    @Test
    void aMessageThatWasCommittedAndNotAnsweredIsNotQueuedASecondTime() {
        var message = message("after");
        try (var caller = loggedIn()) {
            begin(caller, "after@example.org");
            caller.write(message + "\r\n.\r\n");
            await().atMost(SubmissionNode.TIMEOUT).until(() -> emailsTo("after@example.org") == 1);
            server.kill9();
        }
        server.restart();

        var reply = submit(message, "after@example.org");

        assertThat(reply)
                .isEqualTo("250 2.0.0 Queued as "
                        + db.value("SELECT id FROM emails WHERE to_email = ?", "after@example.org"));
        awaitOne("after@example.org");
    }

    private static void lockContents(Connection rows) throws SQLException {
        rows.setAutoCommit(false);
        try (var statement = rows.createStatement()) {
            statement.execute("LOCK TABLE contents IN EXCLUSIVE MODE");
        }
    }

    private static void awaitOne(String reader) {
        await().atMost(SubmissionNode.TIMEOUT)
                .until(() ->
                        db.count("SELECT count(*) FROM emails WHERE to_email = ? AND status = 'SENT'", reader) == 1);
        assertThat(emailsTo(reader)).isEqualTo(1);
        assertThat(ReceivedCopies.at(sink, reader).unlike()).isEmpty();
    }

    private static long emailsTo(String reader) {
        return db.count("SELECT count(*) FROM emails WHERE to_email = ?", reader);
    }

    private static String message(String name) {
        return SubmissionNode.message("Message-ID: <" + name + "@client.test>\r\n", "Hello");
    }

    private static SmtpCaller loggedIn() {
        var caller = new SmtpCaller(PORT);
        caller.reply();
        caller.say("EHLO client.test");
        assertThat(caller.say("AUTH PLAIN "
                        + SubmissionNode.plain("any", server.demo().getString("secretKey"))))
                .startsWith("235 ");
        return caller;
    }

    private static void begin(SmtpCaller caller, String reader) {
        caller.say("MAIL FROM:<a@b.test>");
        caller.say("RCPT TO:<" + reader + ">");
        assertThat(caller.say("DATA")).startsWith("354");
    }

    private static String submit(String message, String reader) {
        try (var caller = loggedIn()) {
            begin(caller, reader);
            return caller.data(message);
        }
    }
}
