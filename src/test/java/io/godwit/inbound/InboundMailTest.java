package io.godwit.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import io.godwit.bounces.BounceCorpus;
import io.godwit.core.Crypto;
import io.godwit.core.VerpCodec;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.godwit.kit.TestServer;
import io.godwit.kit.net.DnsStub;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.smtp.SmtpCaller;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Mail that comes to us, from the socket to what the API tells of it. */
class InboundMailTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String SAMPLE =
            "0198f3a2-7c11-7d6e-8a55-2b1f0c9d4e10.0198f3a2-0000-7000-8000-000000000001@example.test";
    private static final AtomicInteger COUNT = new AtomicInteger();

    /** With the keys every test server has. */
    private static final VerpCodec PATHS = new VerpCodec(
            Crypto.of(HexFormat.of().parseHex("11".repeat(32)), HexFormat.of().parseHex("22".repeat(32))));

    private static DnsStub dns;
    private static GreenMail mailbox;
    private static int port;
    private static TestServer server;
    private static String key;

    /** A mail of ours that has left. */
    private record Sent(String id, String to) {

        String returnPath() {
            return PATHS.write(
                            new ProjectId(UUID.fromString(server.projectId(0))),
                            new EmailId(UUID.fromString(id)),
                            "bounce.example.test")
                    .value();
        }

        String messageId() {
            return email(this).getString("messageId");
        }
    }

    @BeforeAll
    static void start() throws Exception {
        dns = DnsStub.start();
        dns.txt("example.com", "v=spf1 ip4:127.0.0.0/8 -all");
        dns.txt("_dmarc.example.com", "v=DMARC1; p=none");
        var imap = new ServerSetup(FreePorts.free(), "127.0.0.1", "imap");
        mailbox = new GreenMail(imap);
        mailbox.start();
        mailbox.setUser("bounces@mailbox.test", "bounces", "secret");
        port = FreePorts.free();
        server = TestServer.start(Map.of(
                "GODWIT_DNS_SERVERS", dns.address(),
                "GODWIT_INBOUND_SMTP_PORT", String.valueOf(port),
                "GODWIT_INBOUND_SMTP_HOST", "127.0.0.1",
                "GODWIT_INBOUND_MAILBOX_PROTOCOL", "imap",
                "GODWIT_INBOUND_MAILBOX_HOST", "127.0.0.1",
                "GODWIT_INBOUND_MAILBOX_PORT", String.valueOf(imap.getPort()),
                "GODWIT_INBOUND_MAILBOX_USERNAME", "bounces",
                "GODWIT_INBOUND_MAILBOX_PASSWORD", "secret",
                "GODWIT_INBOUND_MAILBOX_PLAIN", "true",
                "GODWIT_INBOUND_MAILBOX_INTERVAL", "200ms"));
        key = server.secretKey(0);
    }

    @AfterAll
    static void stop() {
        server.close();
        mailbox.stop();
        dns.close();
    }

    @Test
    void aBounceMailedToTheReturnPathEndsItsMailAndSuppressesTheAddress() {
        var sent = send();

        var reply = deliver("", sent.returnPath(), bounce("postfix-user-unknown", sent));

        assertThat(reply).startsWith("250 ");
        var email = awaitStatus(sent, "BOUNCED");
        assertThat(email.getString("error")).contains("User unknown in virtual mailbox table");
        assertThat(event(sent, "email.bounce").getString("bounceType")).isEqualTo("Permanent");
        assertThat(suppression(sent)).contains("BOUNCE").contains("User unknown");
        assertThat(isSubscribed(sent)).isFalse();
    }

    @Test
    void aBounceThatMayPassIsToldAndSuppressesNothing() {
        var sent = send();

        deliver("", sent.returnPath(), bounce("postfix-mailbox-full", sent));

        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(event(sent, "email.bounce").getString("bounceType"))
                        .isEqualTo("Transient"));
        assertThat(email(sent).getString("status")).isEqualTo("SENT");
        assertThat(suppression(sent)).isEqualTo("[]");
        assertThat(isSubscribed(sent)).isTrue();
    }

    @Test
    void anAbsenceNoteChangesNothing() {
        var sent = send();

        deliver(sent.to(), sent.returnPath(), bounce("ooo-rfc3834", sent));

        awaitReports();
        assertThat(email(sent).getString("status")).isEqualTo("SENT");
        assertThat(suppression(sent)).isEqualTo("[]");
        assertThat(isSubscribed(sent)).isTrue();
        assertThat(received(sent.to())).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Out of office next week, please move my appointment",
                "Vacation rental question",
                "Please confirm that you are a real company"
            })
    void anAnswerToTheReturnPathThatNoProgramMarkedAsAutomaticIsFiled(String subject) {
        var sent = send();

        deliver(
                sent.to(),
                sent.returnPath(),
                "From: <%s>\r\nTo: shop@example.test\r\nSubject: %s\r\n\r\nA letter.\r\n"
                        .formatted(sent.to(), subject));

        assertThat(awaitReceived(sent.to()).getString("subject")).isEqualTo(subject);
        assertThat(email(sent).getString("status")).isEqualTo("SENT");
        assertThat(suppression(sent)).isEqualTo("[]");
    }

    @Test
    void aComplaintUnsubscribes() {
        var sent = send();

        deliver("fbl@isp.example", sent.returnPath(), bounce("rfc5965-b1-abuse", sent));

        awaitStatus(sent, "COMPLAINED");
        assertThat(isSubscribed(sent)).isFalse();
        assertThat(suppression(sent)).contains("COMPLAINT");
    }

    @Test
    void whatIsNotForUsIsRefused() {
        var forged = send().returnPath().replaceFirst("\\+..", "+00");

        for (var address : new String[] {"a@elsewhere.test", "a@sub.example.test", forged, "nobody", "@example.test"}) {
            assertThat(deliver("x@example.com", address, "Subject: x\r\n\r\nx\r\n"))
                    .as(address)
                    .startsWith("550 5.1.1");
        }
        assertThat(deliver("x@example.com", "postmaster@bounce.example.test", "Subject: x\r\n\r\nx\r\n"))
                .startsWith("250 ");
    }

    @Test
    void anEmailIsFiledWithItsFilesAndItsThread() {
        var sent = send();
        var author = "reader" + COUNT.incrementAndGet() + "@example.com";

        var reply = deliver(author, "Shop@Example.Test", message(author, sent.messageId()));

        assertThat(reply).startsWith("250 ");
        var email = awaitReceived(author);
        var inbound = email.getJsonObject("inbound");
        assertThat(email.getString("sourceType")).isEqualTo("INBOUND");
        assertThat(email.getString("status")).isEqualTo("RECEIVED");
        assertThat(email.getString("from")).isEqualTo(author);
        assertThat(email.getString("fromName")).isEqualTo("Zoë");
        assertThat(email.getString("to")).isEqualTo("shop@example.test");
        assertThat(email.getString("subject")).isEqualTo("Re: {{name}} – order");
        assertThat(email.getString("body"))
                .contains("<b>{{email}}</b>")
                .doesNotContain("script")
                .doesNotContain("onclick");
        assertThat(inbound.getString("text")).contains("Thank you, {{email}}");
        assertThat(inbound.getString("repliesTo")).isEqualTo(sent.id());
        assertThat(inbound.getString("inReplyTo")).isEqualTo(sent.messageId());
        assertThat(inbound.getJsonArray("references"))
                .isEqualTo(new JsonArray().add("first@example.com").add(sent.messageId()));
        assertThat(inbound.getString("messageId")).isEqualTo("letter@example.com");
        assertThat(inbound.getString("spf")).isEqualTo("PASS");
        assertThat(inbound.getString("dkim")).isEqualTo("GRAY");
        assertThat(inbound.getString("dmarc")).isEqualTo("PASS");
        assertThat(email.getJsonArray("attachments").getJsonObject(0).getMap())
                .containsEntry("filename", "Rechnung für.txt")
                .containsEntry("size", 5);
        var file = server.get("/emails/" + email.getString("id") + "/attachments/0", key);
        assertThat(file.body()).isEqualTo("bytes");
        assertThat(file.headers().firstValue("Content-Disposition").orElse("")).startsWith("attachment;");
        assertThat(server.get("/emails/" + email.getString("id") + "/attachments/1", key)
                        .statusCode())
                .isEqualTo(404);
        assertThat(server.get("/emails/" + email.getString("id") + "/attachments/0", server.secretKey(1))
                        .statusCode())
                .isEqualTo(404);
        assertThat(server.post("/emails/" + email.getString("id") + "/resend", key, "{}")
                        .statusCode())
                .isEqualTo(409);
    }

    @Test
    void anEmailAppendsAnEventAndLeavesTheSubscriptionAsItIs() {
        var author = "left" + COUNT.incrementAndGet() + "@example.com";
        server.post("/contacts", key, new JsonObject().put("email", author).put("subscribed", false));

        deliver(author, "shop@example.test", message(author, "none@example.com"));

        var email = awaitReceived(author);
        var data = email.getJsonArray("events").getJsonObject(0);
        assertThat(data.getString("name")).isEqualTo("email.received");
        assertThat(data.getJsonObject("data").getMap())
                .containsEntry("from", author)
                .containsEntry("to", "shop@example.test")
                .containsEntry("spfVerdict", "PASS")
                .containsEntry("automatic", false)
                .containsEntry("hasContent", true);
        var contact = json("/contacts/" + email.getString("contactId"));
        assertThat(contact.getBoolean("subscribed")).isFalse();
    }

    @Test
    void aMailboxIsReadAndEmptied() {
        var sent = send();
        var message = bounce("gmail-no-such-user", sent)
                .replace("ada@gmail.com", sent.to())
                .replace("b+token@bounce.example.test", sent.returnPath());

        fill(message);
        fill(message);

        awaitStatus(sent, "BOUNCED");
        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(mailbox.getReceivedMessages()).isEmpty());
        assertThat(count("SELECT count(*) FROM inbound_reports WHERE provider = 'mailbox'"))
                .isEqualTo(1);
        assertThat(count("SELECT count(*) FROM events WHERE name = 'email.bounce' AND email_id = '" + sent.id() + "'"))
                .isEqualTo(1);
    }

    @Test
    void nothingIsLostWhileItCannotBeCommitted() throws Exception {
        var sent = send();
        var message = bounce("postfix-user-unknown", sent);
        var before = count("SELECT count(*) FROM inbound_reports");

        String refused;
        try (var blocking = server.database().connect();
                var statement = blocking.createStatement()) {
            blocking.setAutoCommit(false);
            statement.execute("LOCK TABLE inbound_reports IN ACCESS EXCLUSIVE MODE");
            refused = deliver("", sent.returnPath(), message);
            blocking.rollback();
        }

        assertThat(refused).startsWith("451 ");
        assertThat(count("SELECT count(*) FROM inbound_reports")).isEqualTo(before);
        assertThat(deliver("", sent.returnPath(), message)).startsWith("250 ");
        assertThat(deliver("", sent.returnPath(), message)).startsWith("250 ");
        awaitStatus(sent, "BOUNCED");
        assertThat(count("SELECT count(*) FROM inbound_reports")).isEqualTo(before + 1);
    }

    private static Sent send() {
        var to = "reader" + COUNT.incrementAndGet() + "@example.org";
        var body = new JsonObject()
                .put("to", to)
                .put("from", "shop@example.test")
                .put("subscribed", true)
                .put("subject", "Your order")
                .put("body", "<p>Hello</p>");
        var answer = server.post("/v1/send", key, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        var id = new JsonObject(answer.body())
                .getJsonArray("emails")
                .getJsonObject(0)
                .getString("email");
        var sent = new Sent(id, to);
        awaitStatus(sent, "SENT");
        return sent;
    }

    /** A mail of the corpus, about the mail that was sent. */
    private static String bounce(String name, Sent sent) {
        return new String(BounceCorpus.named(name).mail(), StandardCharsets.UTF_8)
                .replace(SAMPLE, sent.messageId())
                .replace("ada@example.com", sent.to());
    }

    private static String message(String author, String answered) {
        return """
                From: =?utf-8?Q?Zo=C3=AB?= <%s>
                To: shop@example.test
                Subject: =?utf-8?Q?Re:_{{name}}_=E2=80=93_order?=
                Date: Tue, 18 Nov 2026 10:00:00 +0000
                Message-ID: <letter@example.com>
                In-Reply-To: <%s>
                References: <first@example.com> <%s>
                MIME-Version: 1.0
                Content-Type: multipart/mixed; boundary=m

                --m
                Content-Type: multipart/alternative; boundary=a

                --a
                Content-Type: text/plain; charset=utf-8

                Thank you, {{email}}
                --a
                Content-Type: text/html; charset=utf-8

                <p onclick="x()">Thank you, <b>{{email}}</b><script>alert(1)</script></p>
                --a--
                --m
                Content-Type: text/plain; name*=utf-8''Rechnung%%20f%%C3%%BCr.txt
                Content-Disposition: attachment; filename*=utf-8''Rechnung%%20f%%C3%%BCr.txt

                bytes
                --m--
                """.formatted(author, answered, answered).replace("\n", "\r\n");
    }

    private static String deliver(String from, String to, String message) {
        return SmtpCaller.deliver(port, from, to, message);
    }

    private static void fill(String message) {
        mailbox.getUserManager().getUser("bounces").deliver(GreenMailUtil.newMimeMessage(message));
    }

    private static JsonObject email(Sent sent) {
        return json("/emails/" + sent.id());
    }

    private static JsonObject awaitStatus(Sent sent, String status) {
        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(email(sent).getString("status")).isEqualTo(status));
        return email(sent);
    }

    private static long received(String author) {
        return count("SELECT count(*) FROM events JOIN contacts ON contacts.id = contact_id"
                + " WHERE name = 'email.received' AND email = '" + author + "'");
    }

    private static JsonObject awaitReceived(String author) {
        await().atMost(TIMEOUT).until(() -> received(author) == 1);
        var id = server.database()
                .value(
                        "SELECT emails.id FROM emails JOIN contacts ON contacts.id = contact_id WHERE email = ? AND source = 'INBOUND'",
                        author);
        return json("/emails/" + id);
    }

    private static void awaitReports() {
        await().atMost(TIMEOUT).until(() -> count("SELECT count(*) FROM inbound_reports WHERE state = 'NEW'") == 0);
    }

    private static JsonObject event(Sent sent, String name) {
        return email(sent).getJsonArray("events").stream()
                .map(JsonObject.class::cast)
                .filter(event -> event.getString("name").equals(name))
                .map(event -> event.getJsonObject("data"))
                .findFirst()
                .orElseGet(JsonObject::new);
    }

    private static String suppression(Sent sent) {
        return String.valueOf(
                server.database().query("SELECT reason, evidence FROM suppressions WHERE email = ?", sent.to()));
    }

    private static boolean isSubscribed(Sent sent) {
        return json("/contacts/" + email(sent).getString("contactId")).getBoolean("subscribed");
    }

    private static JsonObject json(String path) {
        var answer = server.get(path, key);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body());
    }

    private static long count(String sql) {
        return server.database().count(sql);
    }
}
