package io.godwit.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.InboundMailServer;
import io.godwit.kit.InboundMailServer.Sent;
import io.godwit.kit.lifecycle.CloseFields;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bounces that name another mailbox than the address we sent to: behind it are an alias, a forwarding or an internal host. */
@CloseFields
class AnotherMailboxTest {

    private static InboundMailServer server;

    @BeforeAll
    static void start() {
        server = InboundMailServer.start(Map.of());
    }

    /** An alias keeps the envelope sender and expands to five people, of whom one has left. */
    @Test
    void aDeadMemberOfAnAliasSaysNothingAboutTheAlias() {
        for (var original : List.of("Original-Recipient: rfc822;team@alias.example\n", "")) {
            var sent = send("team@alias.example");

            comesBack(sent, status(original + "Final-Recipient: rfc822;bob@alias.example"));

            assertUntouched(sent);
            assertThat(server.status(sent)).isEqualTo("BOUNCED");
            age(sent);
        }

        var next = send("team@alias.example");

        assertThat(server.status(next)).isEqualTo("SENT");
        assertThat(server.node()
                        .database()
                        .count("SELECT count(*) FROM address_signs WHERE email = ?", "team@alias.example"))
                .isZero();
    }

    /** The address itself takes the email. */
    @Test
    void aFullMailboxBehindAnAddressDoesNotCountAgainstTheAddress() {
        var sent = send("sales@alias.example");

        comesBack(
                sent,
                status("Final-Recipient: rfc822;bob@alias.example")
                        .replace("5.1.1 User unknown", "5.2.2 Mailbox full")
                        .replace("Status: 5.1.1", "Status: 5.2.2"));

        assertUntouched(sent);
        assertThat(server.node()
                        .database()
                        .count(
                                "SELECT count(*) FROM emails WHERE to_email = ? AND mailbox_full_at IS NOT NULL",
                                "sales@alias.example"))
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "From: MAILER-DAEMON@mx.qmail.example\nSubject: failure notice\n\n"
                        + "Hi. This is the qmail-send program at mx.qmail.example.\n"
                        + "I'm afraid I wasn't able to deliver your message to the following addresses.\n\n"
                        + "<bob@prose.example>:\nSorry, no mailbox here by that name. (#5.1.1)\n",
                "From: MAILER-DAEMON@mx.exim.example\nSubject: Mail delivery failed\n"
                        + "X-Failed-Recipients: bob@prose.example\n\n"
                        + "A message that you sent could not be delivered to one or more of its\n"
                        + "recipients. The following address(es) failed:\n\n"
                        + "  bob@prose.example\n    (generated from office@prose.example)\n    550 5.1.1 User unknown\n",
                "From: MAILER-DAEMON@mx.postfix.example\nSubject: Undelivered Mail Returned to Sender\n\n"
                        + "I'm sorry to have to inform you that your message could not\n"
                        + "be delivered to one or more recipients.\n\n"
                        + "<bob@prose.example> (expanded from <office@prose.example>): unknown user: \"bob\"\n",
            })
    void inTheWordsOfMailSystemsItIsTheSame(String message) {
        var sent = send("office@prose.example");

        comesBack(sent, message);

        assertUntouched(sent);
    }

    @Test
    void aReturnedRefusalOfUnfamiliarWordsNeedsAnotherADayLater() {
        for (var time = 0; time < 2; time++) {
            var sent = send("dora@odd.example");
            assertUntouched(sent);
            age(sent);

            comesBack(
                    sent,
                    status("Final-Recipient: rfc822;dora@odd.example")
                            .replace("5.1.1 User unknown", "Wingtip Toys: no such user")
                            .replace("Status: 5.1.1", "Status: 5.0.0"));
        }

        assertThat(server.node().database().count("SELECT count(*) FROM suppressions WHERE email = 'dora@odd.example'"))
                .isOne();
    }

    /** Sendmail makes 5.1.1 out of any 550. */
    @Test
    void aStatusMadeOfTheBasicCodeProvesNothingWhenTwoDomainsHaveIt() {
        for (var time = 0; time < 2; time++) {
            for (var address : List.of("dora@made.example", "dora@made.example.net")) {
                var sent = send(address);
                age(sent);

                comesBack(
                        sent, status("Final-Recipient: rfc822;" + address).replace("5.1.1 User unknown", "Not today"));

                assertUntouched(sent);
            }
        }
    }

    @Test
    void aReturnedRefusalThatNamesOnlyTheSenderSaysNothingAboutTheRecipient() {
        var sent = send("dora@named.example");

        comesBack(
                sent,
                status("Final-Recipient: rfc822;dora@named.example")
                        .replace("5.1.1 User unknown", "<news@shop.example> does not exist")
                        .replace("Status: 5.1.1", "Status: 5.0.0"));

        assertUntouched(sent);
        assertThat(server.node()
                        .database()
                        .count("SELECT count(*) FROM address_signs WHERE email = 'dora@named.example'"))
                .isZero();
    }

    /** An alias may lead out of its domain; the report says which address it was written to. */
    @Test
    void aDeadMemberElsewhereSaysNothingAboutTheAlias() {
        for (var time = 0; time < 2; time++) {
            var sent = send("board@alias.example");

            comesBack(
                    sent,
                    status("Original-Recipient: rfc822;board@alias.example\nFinal-Recipient: rfc822;bob@home.example"));

            assertUntouched(sent);
            age(sent);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Final-Recipient: RFC822; <READER+news@Same.Example>",
                "Final-Recipient: rfc822;reader@mail.same.example",
                "Original-Recipient: rfc822;reader@same.example\nFinal-Recipient: rfc822;reader@same.onmicrosoft.example",
                "Final-Recipient: rfc822;rea.der@same.example",
                "Final-Recipient: rfc822;forwarded@elsewhere.example",
                "Final-Recipient: rfc822;\"reader\"@same.example",
                "Final-Recipient: rfc822;bounce-reader=same.example@relay.example",
                "Final-Recipient: rfc822;SRS0=x9Yz=5K=same.example=reader@forward.example",
                "Final-Recipient: rfc822;reader%same.example@relay.example",
                "Final-Recipient: rfc822;reader",
                "Final-Recipient: rfc822;system",
                "Final-Recipient: rfc822;IMCEAEX-_o=Corp_ou=First_cn=Recipients_cn=reader@same.example",
                "Final-Recipient: x400; /G=Rea/S=Der/P=corp/A= /C=gb/",
                "Final-Recipient: utf-8; r\\x{E9}ader@same.example",
                "Original-Recipient: rfc822;reader@same.example",
                "X-Actual-Recipient: rfc822;reader@same.example",
            })
    void theSameAddressInAnotherFormOrInNoneIsDeadAtOnce(String fields) {
        server.node()
                .database()
                .query("DELETE FROM suppressions WHERE email = ? RETURNING email", "reader@same.example");
        var sent = send("reader@same.example");

        comesBack(sent, status(fields));

        assertThat(server.status(sent)).isEqualTo("BOUNCED");
        assertThat(server.suppressions(sent)).isOne();
        assertThat(subscribed(sent)).isEqualTo(false);
    }

    @Test
    void theAddressOfAHelpdeskInABounceChangesNothing() {
        var sent = send("client@helped.example");

        comesBack(sent, """
                From: MAILER-DAEMON@mx.helped.example
                Subject: Undeliverable mail

                For help write to helpdesk@isp.example.

                Your message to client@helped.example was refused:
                550 5.1.1 User unknown
                """);

        assertThat(server.status(sent)).isEqualTo("BOUNCED");
        assertThat(server.suppressions(sent)).isOne();
    }

    private static Sent send(String address) {
        var sent = server.send(List.of(address)).get(0);
        server.node().database().query("UPDATE contacts SET subscribed = true WHERE email = ? RETURNING id", address);
        return sent;
    }

    private static String status(String fields) {
        return """
                From: MAILER-DAEMON@mx.alias.example
                Subject: Undelivered Mail Returned to Sender
                MIME-Version: 1.0
                Content-Type: multipart/report; report-type=delivery-status; boundary=b

                --b
                Content-Type: text/plain

                Your message could not be delivered.
                --b
                Content-Type: message/delivery-status

                Reporting-MTA: dns; mx.alias.example

                %s
                Action: failed
                Status: 5.1.1
                Diagnostic-Code: smtp; 550 5.1.1 User unknown
                --b--
                """.formatted(fields);
    }

    private static void comesBack(Sent sent, String message) {
        assertThat(server.deliver("", sent.returnPath(), message)).startsWith("250 ");
        await().atMost(InboundMailServer.TIMEOUT)
                .until(() -> server.count("SELECT count(*) FROM events WHERE name = 'email.bounce' AND email_id = '"
                                + sent.id() + "'")
                        == 1);
        server.awaitReports();
    }

    private static void assertUntouched(Sent sent) {
        assertThat(server.suppressions(sent)).isZero();
        assertThat(subscribed(sent)).isEqualTo(true);
    }

    private static Object subscribed(Sent sent) {
        return server.node().database().value("SELECT subscribed FROM contacts WHERE email = ?", sent.to());
    }

    private static void age(Sent sent) {
        server.node()
                .database()
                .query(
                        "UPDATE address_signs SET noted_at = noted_at - interval '25 hours' WHERE email = ? RETURNING email",
                        sent.to());
    }
}
