package io.godwit.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.smtp.SinkMessage;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Messages that come more than once, because a client or a connection failed. */
@Tag("server")
@CloseFields
class RepeatedSubmissionTest {

    private static SubmissionNode node;

    @BeforeAll
    static void start() {
        node = SubmissionNode.start();
    }

    @Test
    void theSameMessageToTheSameRecipientsIsQueuedOnce() {
        var reader = SubmissionNode.reader();
        var other = SubmissionNode.reader();
        var message = SubmissionNode.message("Message-ID: <again@client.test>\r\n", "Hello\r\n");

        var first = node.submit(message, reader);
        var again = node.submit(message, reader);
        var elsewhere = node.submit(message, other);
        var changed = node.submit(message + "more\r\n", reader);

        assertThat(again).isEqualTo(first);
        assertThat(elsewhere).startsWith("250 ").isNotEqualTo(first);
        assertThat(changed).startsWith("250 ").isNotEqualTo(first);
        assertThat(emailsTo(reader)).isEqualTo(2);
        assertThat(emailsTo(other)).isEqualTo(1);
    }

    @Test
    void anIdempotencyKeyIsForOneMessage() {
        var reader = SubmissionNode.reader();
        var key = "X-Godwit-Idempotency-Key: order 17\r\n";
        var message = key + SubmissionNode.message("", "Hello\r\n");

        var first = node.submit(message, reader);
        var again = node.submit(message, reader);
        var other = node.submit(key + SubmissionNode.message("", "Something else\r\n"), reader);

        assertThat(again).isEqualTo(first).startsWith("250 ");
        assertThat(other).startsWith("554 5.6.0 The Idempotency-Key was used for another request");
        assertThat(emailsTo(reader)).isEqualTo(1);
    }

    @Test
    void aResentEmailHasAMessageIdOfItsOwn() {
        var reader = SubmissionNode.reader();
        var message = SubmissionNode.message("Message-ID: <once@client.test>\r\n", "Hello\r\n");
        var id = SubmissionNode.id(node.submit(message, reader));
        await().atMost(SubmissionNode.TIMEOUT).until(() -> node.email(id).getString("status"), "SENT"::equals);

        var resent = node.server().post("/emails/" + id + "/resend", node.key(), "");

        assertThat(resent.statusCode()).as(resent.body()).isEqualTo(201);
        await().atMost(SubmissionNode.TIMEOUT).until(() -> node.received(reader).size() == 2);
        assertThat(node.received(reader).stream().map(SinkMessage::messageId).distinct())
                .hasSize(2);
        assertThat(node.received(reader).get(1).text()).endsWith("\r\n\r\nHello\r\n");
    }

    @Test
    void aClientThatLeavesDuringTheMessageQueuesNothingAndOneThatLeavesAfterTheDotMaySendAgain() {
        var reader = SubmissionNode.reader();
        var message = SubmissionNode.message("Message-ID: <lost@client.test>\r\n", "Hello\r\n");
        for (var end : List.of("", ".\r\n")) {
            try (var caller = node.loggedIn()) {
                caller.say("MAIL FROM:<a@b.test>");
                caller.say("RCPT TO:<" + reader + ">");
                caller.say("DATA");
                caller.write(message + end);
            }
        }
        await().atMost(SubmissionNode.TIMEOUT).until(() -> emailsTo(reader) == 1);

        var again = node.submit(message, reader);

        assertThat(again).startsWith("250 ");
        assertThat(emailsTo(reader)).isEqualTo(1);
        assertThat(node.received(reader)).hasSize(1);
    }

    private static long emailsTo(String reader) {
        return node.server().database().count("SELECT count(*) FROM emails WHERE to_email = ?", reader);
    }
}
