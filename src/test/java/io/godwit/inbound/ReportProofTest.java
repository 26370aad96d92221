package io.godwit.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.core.id.Ids;
import io.godwit.kit.InboundMailServer;
import io.godwit.kit.RsaKeys;
import io.godwit.kit.TestServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.DnsStub;
import io.godwit.kit.workflows.TestWorkflow;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.james.jdkim.DKIMSigner;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The reports about mail that are believed, and the handling of the others. */
@CloseFields
class ReportProofTest {

    private static DnsStub dns;
    private static KeyPair keys;
    private static InboundMailServer smtp;
    private static TestServer server;

    @BeforeAll
    static void start() throws Exception {
        keys = RsaKeys.fresh();
        dns = DnsStub.start();
        dns.txt("example.com", "v=spf1 ip4:127.0.0.0/8 -all");
        dns.txt("strict.example", "v=spf1 -all");
        dns.txt("_dmarc.strict.example", "v=DMARC1; p=reject");
        for (var domain : List.of("isp.example", "other.example")) {
            var key = Base64.getEncoder().encodeToString(keys.getPublic().getEncoded());
            dns.txt("one._domainkey." + domain, "v=DKIM1; k=rsa; p=" + key.substring(0, 200), key.substring(200));
        }
        smtp = InboundMailServer.start(
                Map.of("GODWIT_DNS_SERVERS", dns.address(), "GODWIT_INBOUND_FEEDBACK_LOOPS", "isp.example"));
        server = smtp.node();
    }

    @Test
    void theIdsOfABatchCannotBeGuessedAndAMadeUpReportSuppressesNobody() {
        var batch = smtp.send(5);
        var mine = batch.get(2);
        var forged = new ArrayList<UUID>();
        for (var step = -2; step <= 2; step++) {
            var id = UUID.fromString(mine.id());
            forged.add(new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits() + step));
        }

        for (var id : forged) {
            var guess = id + mine.messageId().substring(36);
            for (var sample : List.of("postfix-user-unknown", "rfc5965-b1-abuse")) {
                smtp.deliver(
                        "",
                        "anything@" + server.domain(1),
                        InboundMailServer.sample(sample).replace(InboundMailServer.SAMPLE, guess));
            }
        }
        batch.forEach(sent ->
                smtp.deliver("", "any@" + server.domain(1), InboundMailServer.bounce("postfix-user-unknown", sent)));

        smtp.awaitReports();
        assertThat(forged.stream().map(UUID::toString))
                .doesNotContainAnyElementsOf(batch.stream()
                        .filter(sent -> !sent.equals(mine))
                        .map(InboundMailServer.Sent::id)
                        .toList());
        batch.forEach(sent -> {
            assertThat(smtp.status(sent)).isEqualTo("SENT");
            assertThat(smtp.suppressions(sent)).isZero();
        });
        assertThat(smtp.count("SELECT count(*) FROM contacts WHERE email ILIKE 'mailer-daemon%'"))
                .isZero();
    }

    @Test
    void aReportThatProvesNothingIsFiledWithADoubtAndWithoutAContact() {
        var sent = smtp.send(1).get(0);

        var reply = smtp.deliver(
                "",
                "help@example.test",
                InboundMailServer.bounce("qmail-remote-refused", sent).replace("failure", sent.id()));

        assertThat(reply).startsWith("250 ");
        var filed = smtp.awaitFiled(sent.id() + " notice");
        assertThat(filed.getJsonObject("inbound").getString("doubt")).contains("nothing in it proves");
        assertThat(filed.getJsonObject("inbound").getBoolean("automatic")).isTrue();
        assertThat(smtp.status(sent)).isEqualTo("SENT");
        assertThat(smtp.suppressions(sent)).isZero();
        assertThat(smtp.count("SELECT count(*) FROM contacts WHERE email ILIKE 'mailer-daemon%'"))
                .isZero();
        assertThat(server.database()
                        .value(
                                "SELECT note FROM inbound_reports WHERE convert_from(raw, 'UTF8') LIKE ?",
                                "%" + sent.id() + " notice%"))
                .asString()
                .contains("nothing in it proves");
    }

    @Test
    void theTokenInTheReturnedMailProvesABounceInWordsAndAComplaint() {
        for (var sample : List.of("qmail-remote-refused", "postfix-user-unknown", "rfc5965-b1-abuse")) {
            var sent = smtp.send(1).get(0);
            var field = "Message-ID: <" + sent.messageId() + ">";
            var message = InboundMailServer.bounce(sample, sent)
                    .replace(field, "X-Godwit-Token: " + sent.token() + "\n" + field);
            assertThat(message).contains(sent.token());

            smtp.deliver("", "help@example.test", message);

            smtp.awaitStatus(sent, sample.startsWith("rfc5965") ? "COMPLAINED" : "BOUNCED");
            assertThat(smtp.suppressions(sent)).isOne();
        }
    }

    /** RFC 3464 §2.2.1: the ENVID of MAIL FROM, which a mail system returns although it returns no header. */
    @Test
    void theTokenInTheEnvelopeIdOfAReportProvesIt() {
        var sent = smtp.send(1).get(0);
        var forged = smtp.send(1).get(0);

        smtp.deliver(
                "",
                "help@example.test",
                statusReport(forged.to(), forged.token().replace('0', '1') + "1"));
        smtp.deliver("", "help@example.test", statusReport(sent.to(), sent.token()));

        smtp.awaitStatus(sent, "BOUNCED");
        assertThat(smtp.suppressions(sent)).isOne();
        assertThat(smtp.status(forged)).isEqualTo("SENT");
    }

    private static String statusReport(String recipient, String envelopeId) {
        return """
                From: MAILER-DAEMON@mx.isp.example
                Subject: Undelivered Mail Returned to Sender
                MIME-Version: 1.0
                Content-Type: multipart/report; report-type=delivery-status; boundary=b

                --b
                Content-Type: text/plain

                Your message could not be delivered.
                --b
                Content-Type: message/delivery-status

                Original-Envelope-Id: %s
                Reporting-MTA: dns; mx.isp.example

                Final-Recipient: rfc822; %s
                Action: failed
                Status: 5.1.1
                Diagnostic-Code: smtp; 550 5.1.1 User unknown
                --b--
                """.formatted(envelopeId, recipient);
    }

    @Test
    void whatOutlookAndAmazonMailIsBelievedByTheSameTokenAndMakesNoContact() {
        var junk = smtp.send(1).get(0);
        var noted = smtp.send(1).get(0);

        smtp.deliver("staff@hotmail.com", "fbl@bounce.example.test", """
                From: <staff@hotmail.com>
                Subject: complaint about message from 192.0.2.1
                MIME-Version: 1.0
                Content-Type: multipart/mixed; boundary=b

                --b
                Content-Type: message/rfc822

                X-HmXmrOriginalRecipient: %s
                X-Godwit-Token: %s
                From: shop@example.test
                Subject: Your order

                Hello
                --b--
                """.formatted(junk.to(), junk.token()));
        smtp.deliver("x@amazonses.com", "help@example.test", """
                From: AWS Notifications <no-reply@sns.amazonaws.com>
                Subject: AWS Notification Message
                Content-Type: text/plain

                {"notificationType":"Complaint","complaint":{"complaintFeedbackType":"abuse"},"mail":{"messageId":"1","source":"%s"}}
                """.formatted(noted.returnPath()));

        smtp.awaitStatus(junk, "COMPLAINED");
        smtp.awaitStatus(noted, "COMPLAINED");
        assertThat(
                        smtp.count(
                                "SELECT count(*) FROM contacts WHERE email LIKE '%@hotmail.com' OR email LIKE '%amazonaws.com'"))
                .isZero();
    }

    @Test
    void everyMailCarriesTheTokenAndItsSignedId() {
        var sent = smtp.send(1).get(0);

        var caught = new JsonArray(
                        server.get("/dev/mailbox/messages?limit=100", "").body())
                .stream()
                        .map(JsonObject.class::cast)
                        .filter(mail -> mail.getString("to").contains(sent.to()))
                        .findFirst()
                        .orElseThrow();

        assertThat(caught.getJsonObject("headers").getString("X-Godwit-Token")).isEqualTo(sent.token());
        assertThat(caught.getJsonObject("headers").getString("Message-ID")).isEqualTo("<" + sent.messageId() + ">");
    }

    @Test
    void aFeedbackLoopTheOperatorNamedIsBelievedByTheSignedIdInTheProjectsOwnMailOnly() {
        var sent = smtp.send(1).get(0);
        var report = InboundMailServer.bounce("rfc5965-b1-abuse", sent);
        var unsigned = report.replace(sent.messageId(), sent.id() + "." + server.projectId(0) + "@example.test");

        smtp.deliver("fbl@isp.example", "fbl@bounce.example.test", report);
        smtp.deliver("fbl@isp.example", "fbl@bounce.example.test", signed("other.example", report));
        smtp.deliver("fbl@isp.example", "fbl@bounce." + server.domain(1), signed("isp.example", report));
        smtp.deliver("fbl@isp.example", "fbl@bounce.example.test", signed("isp.example", unsigned));
        smtp.awaitReports();
        var before = smtp.status(sent);
        smtp.deliver("fbl@isp.example", "fbl@bounce.example.test", signed("isp.example", report));

        assertThat(before).isEqualTo("SENT");
        smtp.awaitStatus(sent, "COMPLAINED");
        assertThat(smtp.count("SELECT count(*) FROM contacts WHERE email LIKE '%@isp.example'"))
                .isZero();
    }

    @Test
    void anEmailOfAPersonAboutADeliveryIsNoReport() {
        for (var subject : List.of(
                "Re: Delivery problem with your order", "AW: Paket unzustellbar", "Re: Weekly delivery report")) {
            var sent = smtp.send(1).get(0);
            var marked = subject + " " + sent.id();
            var text = "Hello, my parcel came back: user unknown, it said.\r\n550 5.1.1 User unknown\r\n";

            smtp.deliver(
                    sent.to(),
                    "shop@example.test",
                    InboundMailServer.message(sent.to(), marked, sent.messageId(), text));

            var filed = smtp.awaitFiled(marked);
            assertThat(filed.getString("from")).isEqualTo(sent.to());
            assertThat(filed.getJsonObject("inbound").getString("repliesTo")).isEqualTo(sent.id());
            assertThat(smtp.status(sent)).isEqualTo("SENT");
            assertThat(smtp.suppressions(sent)).isZero();
        }
        assertThat(smtp.count("SELECT count(*) FROM received_emails WHERE doubt LIKE '%no mail system sent it'"))
                .isPositive();
    }

    /** Some mail programs answer to the return path, and some send without one. */
    @Test
    void evenAtTheReturnPathWhatAReaderWritesIsFiledForTheProject() {
        var bounced = smtp.send(1).get(0);
        var answered = smtp.send(1).get(0);
        var text = "Delivery failed again?\r\n550 5.1.1 User unknown\r\n";

        smtp.deliver(
                "",
                bounced.returnPath(),
                InboundMailServer.message(bounced.to(), "Undeliverable " + bounced.id(), "x@y.example", text));
        smtp.deliver(
                answered.to(),
                answered.returnPath(),
                InboundMailServer.message(answered.to(), "Hi " + answered.id(), "x@y.example", "Thanks"));

        assertThat(smtp.awaitFiled("Undeliverable " + bounced.id())
                        .getJsonObject("inbound")
                        .getString("doubt"))
                .contains("somebody the project has written to");
        assertThat(smtp.awaitFiled("Hi " + answered.id())
                        .getJsonObject("inbound")
                        .getString("doubt"))
                .isNull();
        assertThat(smtp.status(bounced)).isEqualTo("SENT");
        assertThat(smtp.suppressions(bounced)).isZero();
    }

    @Test
    void whatAReaderWritesToTheReturnPathOfADeletedMailIsFiledForTheProject() {
        var sent = smtp.send(1).get(0);
        assertThat(server.database().query("DELETE FROM emails WHERE id = ? RETURNING id", UUID.fromString(sent.id())))
                .hasSize(1);

        smtp.deliver(
                sent.to(),
                sent.returnPath(),
                InboundMailServer.message(sent.to(), "Still there " + sent.id(), "x@y.example", "Hello?"));

        assertThat(smtp.awaitFiled("Still there " + sent.id())
                        .getJsonObject("inbound")
                        .getString("doubt"))
                .isNull();
    }

    @Test
    void theSameWordsFromAMailSystemToTheReturnPathCount() {
        var sent = smtp.send(1).get(0);
        var text = "Delivery failed\r\n550 5.1.1 User unknown\r\n";

        smtp.deliver(
                "",
                sent.returnPath(),
                InboundMailServer.message("mailer-daemon@example.org", "Undeliverable", "x@y.example", text));

        smtp.awaitStatus(sent, "BOUNCED");
        assertThat(smtp.suppressions(sent)).isOne();
    }

    @Test
    void anAuthorWhoseDmarcFailsIsFiledButBecomesNoContactAndStartsNoWorkflow() {
        var flow = TestWorkflow.on("email.received")
                .then("mark", "UPDATE_CONTACT", new JsonObject().put("updates", new JsonObject().put("wrote", true)))
                .publish(server.database(), server.projectId(0));
        var tag = Ids.next().toString();

        for (var author : List.of(tag + "@strict.example", tag + "@nopolicy.example", tag + "@example.com")) {
            smtp.deliver(
                    author,
                    "shop@example.test",
                    InboundMailServer.message(author, tag + author, "x@y.example", "Hello"));
            smtp.awaitFiled(tag + author);
        }

        assertThat(smtp.count("SELECT count(*) FROM contacts WHERE email = '" + tag + "@strict.example'"))
                .isZero();
        assertThat(smtp.count("SELECT count(*) FROM contacts WHERE email = '" + tag + "@nopolicy.example'"))
                .isOne();
        await().atMost(InboundMailServer.TIMEOUT)
                .until(() ->
                        smtp.count("SELECT count(*) FROM executions WHERE workflow_id = '" + flow.id() + "'") == 1);
        assertThat(server.database()
                        .value(
                                "SELECT email FROM executions JOIN contacts ON contacts.id = contact_id WHERE workflow_id = ?::uuid",
                                flow.id()))
                .isEqualTo(tag + "@example.com");
    }

    /** A forgery comes with a signature of its own, of a domain that answers nobody or of the author's with no such key. */
    @Test
    void aForgeryWithASignatureWhoseKeyNobodyTellsMakesNoContact() {
        dns.silent("one._domainkey.stranger.example").silent("none._domainkey.strict.example");
        var tag = Ids.next().toString();
        var author = tag + "@strict.example";
        var message = InboundMailServer.message(author, tag, "x@y.example", "Hello");

        for (var signer : List.of("d=stranger.example; s=one", "d=strict.example; s=none")) {
            smtp.deliver(
                    author,
                    "shop@example.test",
                    "DKIM-Signature: v=1; a=rsa-sha256; " + signer + "; h=from; bh=AA==; b=AA==\r\n"
                            + message.replace("Subject: ", "Subject: " + signer.substring(2, 6)));
            smtp.awaitFiled(signer.substring(2, 6) + tag);
        }

        assertThat(smtp.count("SELECT count(*) FROM contacts WHERE email = '" + author + "'"))
                .isZero();
    }

    /** MimeReaderTest holds the processor time that each may take. */
    @Test
    void aSoundMailBehindBombsIsFiled() {
        for (var bomb : List.of(
                "X-A: a\r\n" + " a\r\n".repeat(300_000),
                "X-A: b\r\n".repeat(300_000),
                "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + "--b\r\n\r\n".repeat(200_000),
                "Subject:" + " =?utf-8?q?a?=\r\n".repeat(200_000),
                "Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n"
                        + "Action: failed\r\n" + " a\r\n".repeat(40_000))) {
            smtp.deliver("eve@example.com", "shop@example.test", "From: eve@example.com\r\n" + bomb + "\r\n\r\nx\r\n");
        }

        var subject = "Sound " + Ids.next();
        smtp.deliver(
                "ada@example.com",
                "shop@example.test",
                InboundMailServer.message("ada@example.com", subject, "x@y.example", "Hello"));

        smtp.awaitFiled(subject);
        assertThat(smtp.count("SELECT count(*) FROM emails JOIN contacts ON contacts.id = contact_id"
                        + " WHERE source = 'INBOUND' AND email = 'eve@example.com'"))
                .isEqualTo(5);
    }

    private static String signed(String domain, String message) {
        var canonical = message.replace("\r\n", "\n").replace("\n", "\r\n");
        try {
            var template = "v=1; a=rsa-sha256; c=relaxed/relaxed; d=" + domain + "; s=one; h=from:to:subject; bh=; b=;";
            var field = new DKIMSigner(template, keys.getPrivate())
                    .sign(new ByteArrayInputStream(canonical.getBytes(StandardCharsets.UTF_8)));
            return field + "\r\n" + canonical;
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }
}
