package io.godwit.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.bounces.BounceCorpus;
import io.godwit.db.TestDatabase;
import io.godwit.kit.InboundMailServer;
import io.godwit.kit.InboundMailServer.Sent;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.sending.EmailSource;
import io.godwit.sending.PipelineNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tests that the same refusal comes to the same end in a reply, in a report and in prose: the table is {@code bounces/ends.tsv}. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@CloseFields
class RefusalEndTest {

    private static final Pattern CODES = Pattern.compile("[45]\\d\\d[ -]([45]\\.\\d{1,3}\\.\\d{1,3})\\b");

    /** Emails to one address, two of which have soft-bounced at most. */
    private static final int EMAILS = 2;

    private final List<Refusal> refusals = refusals();
    private final PipelineNode node = new PipelineNode();
    private final InboundMailServer server =
            InboundMailServer.start(Map.of("GODWIT_INBOUND_SOFT_BOUNCE_LIMIT", String.valueOf(EMAILS)));

    private record Refusal(int row, String end, String reply) {

        String to(String way) {
            return "r" + row + "." + way + "@example.org";
        }

        /** The whole reply, its lines parted by {@code \n}. */
        String reply(String to) {
            return reply.replace("{to}", to).replace("\\n", "\n");
        }

        String ended(String by) {
            return by + "\t" + reply;
        }
    }

    private static List<Refusal> refusals() {
        try {
            var rows = Files.readAllLines(BounceCorpus.folder().resolve("ends.tsv")).stream()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("\t", 2))
                    .toList();
            return IntStream.range(0, rows.size())
                    .mapToObj(row -> new Refusal(row, rows.get(row)[0], rows.get(row)[1]))
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @BeforeAll
    void start() {
        node.start();
    }

    @Test
    void inReplyToRcpt() {
        var project = node.project();
        refusals.forEach(refusal -> node.sink.ruleFor(
                refusal.to("smtp"),
                new SinkBehaviour.Reply(refusal.reply(refusal.to("smtp")).replace("\n", "\r\n"))));

        assertEnds("smtp", node.db, asked -> giveUp(project, asked));
    }

    /** Sends emails so old that their next attempt is their last. */
    private void giveUp(UUID project, List<String> addresses) {
        var emails = addresses.stream()
                .map(address -> {
                    var email = node.accepted(project, address);
                    node.db.query("""
                            INSERT INTO outbox (project_id, email_id, lane, created_at, message_date)
                            VALUES (?, ?, ?, now() - interval '3 days', now() - interval '3 days')
                            """, project, email, EmailSource.TRANSACTIONAL.lane());
                    return email;
                })
                .toList();
        await().atMost(PipelineNode.TIMEOUT).untilAsserted(() -> assertThat(emails)
                .noneMatch(email -> node.status(email).equals("PENDING")));
    }

    @Test
    void inAReport() {
        assertEnds("report", server.node().database(), asked -> comeBack(asked, RefusalEndTest::report));
    }

    @Test
    void inProse() {
        assertEnds("prose", server.node().database(), asked -> comeBack(asked, RefusalEndTest::prose));
    }

    /** The mail system goes on trying, whatever the reply is. */
    @Test
    void aNoticeOfADelayIsNoRefusal() {
        var sent = server.send(1).get(0);

        server.deliver(
                "",
                sent.returnPath(),
                report(sent, "452 4.2.2 Mailbox full").replace("Action: failed", "Action: delayed"));

        await().atMost(InboundMailServer.TIMEOUT).until(() -> delays(sent) == 1);
        assertThat(server.node().database().value("SELECT soft_bounced_at FROM emails WHERE id = ?::uuid", sent.id()))
                .isNull();
        assertThat(server.node().database().value("SELECT mailbox_full_at FROM emails WHERE id = ?::uuid", sent.id()))
                .isNull();
    }

    private long delays(Sent sent) {
        return server.node()
                .database()
                .count("SELECT count(*) FROM events WHERE email_id = ?::uuid AND name = 'email.delay'", sent.id());
    }

    private void comeBack(List<String> addresses, BiFunction<Sent, String, String> message) {
        var before = bounces();
        for (var sent : server.send(addresses)) {
            var row = Integer.parseInt(sent.to().substring(1, sent.to().indexOf('.')));
            assertThat(server.deliver(
                            "",
                            sent.returnPath(),
                            message.apply(sent, refusals.get(row).reply(sent.to()))))
                    .startsWith("250 ");
        }
        await().atMost(InboundMailServer.TIMEOUT).until(() -> bounces() == before + addresses.size());
        server.awaitReports();
    }

    private long bounces() {
        return server.count("SELECT count(*) FROM events WHERE name = 'email.bounce'");
    }

    /** As Postfix quotes it. */
    private static String report(Sent sent, String reply) {
        var codes = CODES.matcher(reply);
        var status = codes.find() ? codes.group(1) : reply.charAt(0) + ".0.0";
        return """
                From: MAILER-DAEMON@mx.example.com
                To: %s
                Subject: Undelivered Mail Returned to Sender
                MIME-Version: 1.0
                Content-Type: multipart/report; report-type=delivery-status; boundary="b1"

                --b1
                Content-Type: text/plain; charset=us-ascii

                I'm sorry to have to inform you that your message could not be delivered.
                --b1
                Content-Type: message/delivery-status

                Reporting-MTA: dns; mx.example.com

                Final-Recipient: rfc822; %s
                Action: failed
                Status: %s
                Diagnostic-Code: smtp; %s

                --b1--
                """.formatted(sent.returnPath(), sent.to(), status, reply.replace("\n", "\n "));
    }

    /** As qmail does it. */
    private static String prose(Sent sent, String reply) {
        return """
                From: MAILER-DAEMON@mx.example.com
                To: %s
                Subject: failure notice

                Hi. This is the qmail-send program at mx.example.com.
                I'm afraid I wasn't able to deliver your message to the following addresses.
                This is a permanent error; I've given up. Sorry it didn't work out.

                <%s>:
                192.0.2.25 does not like recipient.
                Remote host said: %s
                Giving up on 192.0.2.25.

                --- Below this line is a copy of the message.

                Subject: Your order
                """.formatted(sent.returnPath(), sent.to(), reply);
    }

    /** Asks the way for emails to the addresses that are not suppressed, twice, and compares the ends with the table. */
    private void assertEnds(String way, TestDatabase database, Consumer<List<String>> refuse) {
        refuse.accept(refusals.stream().map(refusal -> refusal.to(way)).toList());
        var first = suppressed(way, database);
        aDayPasses(database);
        refuse.accept(refusals.stream()
                .map(refusal -> refusal.to(way))
                .filter(address -> !first.contains(address))
                .toList());
        var second = suppressed(way, database);

        assertThat(refusals.stream()
                        .map(refusal -> refusal.ended(
                                first.contains(refusal.to(way))
                                        ? "FIRST"
                                        : second.contains(refusal.to(way)) ? "SECOND" : "NEVER"))
                        .toList())
                .containsExactlyElementsOf(refusals.stream()
                        .map(refusal -> refusal.ended(refusal.end()))
                        .toList());
    }

    private List<String> suppressed(String way, TestDatabase database) {
        return database.query("SELECT email FROM suppressions").stream()
                .map(row -> (String) row.get("email"))
                .filter(address -> address.contains("." + way + "@"))
                .toList();
    }

    private static void aDayPasses(TestDatabase database) {
        database.query("UPDATE emails SET mailbox_full_at = mailbox_full_at - interval '1 day'");
        database.query("UPDATE address_signs SET noted_at = noted_at - interval '25 hours'");
    }
}
