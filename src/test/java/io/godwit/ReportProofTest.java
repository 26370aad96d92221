package io.godwit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.bounces.Corpus;
import io.godwit.core.EmailId;
import io.godwit.core.Ids;
import io.godwit.core.MessageIds;
import io.godwit.core.ProjectId;
import io.godwit.core.ReturnPaths;
import io.godwit.core.Vault;
import io.godwit.kit.DnsStub;
import io.godwit.kit.Ports;
import io.godwit.kit.RsaKeys;
import io.godwit.kit.SmtpCaller;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.james.jdkim.DKIMSigner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Which reports about mail are believed, and what becomes of those that are not. */
class ReportProofTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String SAMPLE =
            "0198f3a2-7c11-7d6e-8a55-2b1f0c9d4e10.0198f3a2-0000-7000-8000-000000000001@example.test";
    private static final AtomicInteger COUNT = new AtomicInteger();

    /** With the keys every test server has. */
    private static final Vault VAULT =
            Vault.of(HexFormat.of().parseHex("11".repeat(32)), HexFormat.of().parseHex("22".repeat(32)));

    private static DnsStub dns;
    private static KeyPair keys;
    private static int port;
    private static TestServer server;

    /** A mail of ours that has left. */
    private record Sent(String id, String to) {

        private ProjectId project() {
            return new ProjectId(UUID.fromString(server.projectId(0)));
        }

        private EmailId email() {
            return new EmailId(UUID.fromString(id));
        }

        String returnPath() {
            return new ReturnPaths(VAULT)
                    .write(project(), email(), "bounce.example.test")
                    .value();
        }

        String token() {
            return new ReturnPaths(VAULT).token(project(), email());
        }

        String messageId() {
            return new MessageIds(VAULT).write(project(), email(), "example.test");
        }
    }

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
        port = Ports.free();
        server = TestServer.start(Map.of(
                "GODWIT_DNS_SERVERS", dns.address(),
                "GODWIT_DEMO_PROJECTS", "2",
                "GODWIT_INBOUND_FEEDBACKLOOPS", "isp.example",
                "GODWIT_INBOUND_PROJECTPERMINUTE", "0",
                "GODWIT_INBOUND_SMTP_CLIENTPERMINUTE", "0",
                "GODWIT_INBOUND_SMTP_PORT", String.valueOf(port),
                "GODWIT_INBOUND_SMTP_HOST", "127.0.0.1"));
    }

    @AfterAll
    static void stop() {
        server.close();
        dns.close();
    }

    @Test
    void theIdsOfABatchCannotBeGuessedAndAMadeUpReportSuppressesNobody() {
        var batch = send(5);
        var mine = batch.get(2);
        var forged = new ArrayList<UUID>();
        for (var step = -2; step <= 2; step++) {
            var id = UUID.fromString(mine.id());
            forged.add(new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits() + step));
        }

        for (var id : forged) {
            var guess = id + mine.messageId().substring(36);
            for (var sample : List.of("postfix-user-unknown", "rfc5965-b1-abuse")) {
                deliver("", "anything@" + server.domain(1), sample(sample).replace(SAMPLE, guess));
            }
        }
        batch.forEach(sent -> deliver("", "any@" + server.domain(1), bounce("postfix-user-unknown", sent)));

        awaitReports();
        assertThat(forged.stream().map(UUID::toString))
                .doesNotContainAnyElementsOf(batch.stream()
                        .filter(sent -> !sent.equals(mine))
                        .map(Sent::id)
                        .toList());
        batch.forEach(sent -> {
            assertThat(status(sent)).isEqualTo("SENT");
            assertThat(suppressions(sent)).isZero();
        });
        assertThat(count("SELECT count(*) FROM contacts WHERE email ILIKE 'mailer-daemon%'"))
                .isZero();
    }

    @Test
    void aReportThatProvesNothingIsFiledWithADoubtAndWithoutAContact() {
        var sent = send(1).get(0);

        var reply = deliver(
                "", "help@example.test", bounce("qmail-remote-refused", sent).replace("failure", sent.id()));

        assertThat(reply).startsWith("250 ");
        var filed = awaitFiled(sent.id() + " notice");
        assertThat(filed.getJsonObject("inbound").getString("doubt")).contains("nothing in it proves");
        assertThat(filed.getJsonObject("inbound").getBoolean("automatic")).isTrue();
        assertThat(status(sent)).isEqualTo("SENT");
        assertThat(suppressions(sent)).isZero();
        assertThat(count("SELECT count(*) FROM contacts WHERE email ILIKE 'mailer-daemon%'"))
                .isZero();
        assertThat(server.database()
                        .value(
                                "SELECT note FROM provider_reports WHERE convert_from(raw, 'UTF8') LIKE ?",
                                "%" + sent.id() + " notice%"))
                .asString()
                .contains("nothing in it proves");
    }

    @Test
    void theTokenInTheReturnedMailProvesABounceInWordsAndAComplaint() {
        for (var sample : List.of("qmail-remote-refused", "postfix-user-unknown", "rfc5965-b1-abuse")) {
            var sent = send(1).get(0);
            var field = "Message-ID: <" + sent.messageId() + ">";
            var message = bounce(sample, sent).replace(field, "X-Godwit-Token: " + sent.token() + "\n" + field);
            assertThat(message).contains(sent.token());

            deliver("", "help@example.test", message);

            awaitStatus(sent, sample.startsWith("rfc5965") ? "COMPLAINED" : "BOUNCED");
            assertThat(suppressions(sent)).isOne();
        }
    }

    @Test
    void everyMailCarriesTheTokenAndItsSignedId() {
        var sent = send(1).get(0);

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
        var sent = send(1).get(0);
        var report = bounce("rfc5965-b1-abuse", sent);
        var unsigned = report.replace(sent.messageId(), sent.id() + "." + server.projectId(0) + "@example.test");

        deliver("fbl@isp.example", "fbl@bounce.example.test", report);
        deliver("fbl@isp.example", "fbl@bounce.example.test", signed("other.example", report));
        deliver("fbl@isp.example", "fbl@bounce." + server.domain(1), signed("isp.example", report));
        deliver("fbl@isp.example", "fbl@bounce.example.test", signed("isp.example", unsigned));
        awaitReports();
        var before = status(sent);
        deliver("fbl@isp.example", "fbl@bounce.example.test", signed("isp.example", report));

        assertThat(before).isEqualTo("SENT");
        awaitStatus(sent, "COMPLAINED");
        assertThat(count("SELECT count(*) FROM contacts WHERE email LIKE '%@isp.example'"))
                .isZero();
    }

    @Test
    void whatAReaderWritesAboutADeliveryIsALetter() {
        for (var subject : List.of(
                "Re: Delivery problem with your order", "AW: Paket unzustellbar", "Re: Weekly delivery report")) {
            var sent = send(1).get(0);
            var marked = subject + " " + sent.id();
            var text = "Hello, my parcel came back: user unknown, it said.\r\n550 5.1.1 User unknown\r\n";

            deliver(sent.to(), "shop@example.test", letter(sent.to(), marked, sent.messageId(), text));

            var filed = awaitFiled(marked);
            assertThat(filed.getString("from")).isEqualTo(sent.to());
            assertThat(filed.getJsonObject("inbound").getString("repliesTo")).isEqualTo(sent.id());
            assertThat(status(sent)).isEqualTo("SENT");
            assertThat(suppressions(sent)).isZero();
        }
        assertThat(count("SELECT count(*) FROM received_emails WHERE doubt LIKE '%no mail system sent it'"))
                .isPositive();
    }

    /** Some mail programs answer to the return path, and some send without one. */
    @Test
    void evenAtTheReturnPathWhatAReaderWritesIsFiledForTheProject() {
        var bounced = send(1).get(0);
        var answered = send(1).get(0);
        var text = "Delivery failed again?\r\n550 5.1.1 User unknown\r\n";

        deliver("", bounced.returnPath(), letter(bounced.to(), "Undeliverable " + bounced.id(), "x@y.example", text));
        deliver(
                answered.to(),
                answered.returnPath(),
                letter(answered.to(), "Hi " + answered.id(), "x@y.example", "Thanks"));

        assertThat(awaitFiled("Undeliverable " + bounced.id())
                        .getJsonObject("inbound")
                        .getString("doubt"))
                .contains("somebody the project has written to");
        assertThat(awaitFiled("Hi " + answered.id()).getJsonObject("inbound").getString("doubt"))
                .isNull();
        assertThat(status(bounced)).isEqualTo("SENT");
        assertThat(suppressions(bounced)).isZero();
    }

    @Test
    void theSameWordsFromAMailSystemToTheReturnPathCount() {
        var sent = send(1).get(0);
        var text = "Delivery failed\r\n550 5.1.1 User unknown\r\n";

        deliver("", sent.returnPath(), letter("mailer-daemon@example.org", "Undeliverable", "x@y.example", text));

        awaitStatus(sent, "BOUNCED");
        assertThat(suppressions(sent)).isOne();
    }

    @Test
    void anAuthorWhoseDmarcFailsIsFiledButBecomesNoContactAndStartsNoWorkflow() {
        var flow = Flow.on("email.received")
                .then("mark", "UPDATE_CONTACT", new JsonObject().put("updates", new JsonObject().put("wrote", true)))
                .publish(server.database(), server.projectId(0));
        var tag = Ids.next().toString();

        for (var author : List.of(tag + "@strict.example", tag + "@nopolicy.example", tag + "@example.com")) {
            deliver(author, "shop@example.test", letter(author, tag + author, "x@y.example", "Hello"));
            awaitFiled(tag + author);
        }

        assertThat(count("SELECT count(*) FROM contacts WHERE email = '" + tag + "@strict.example'"))
                .isZero();
        assertThat(count("SELECT count(*) FROM contacts WHERE email = '" + tag + "@nopolicy.example'"))
                .isOne();
        await().atMost(PATIENCE)
                .until(() -> count("SELECT count(*) FROM executions WHERE workflow_id = '" + flow.id() + "'") == 1);
        assertThat(server.database()
                        .value(
                                "SELECT email FROM executions JOIN contacts ON contacts.id = contact_id WHERE workflow_id = ?::uuid",
                                flow.id()))
                .isEqualTo(tag + "@example.com");
    }

    @Test
    void aSoundMailBehindBombsIsFiledPromptly() {
        for (var bomb : List.of(
                "X-A: a\r\n" + " a\r\n".repeat(300_000),
                "X-A: b\r\n".repeat(300_000),
                "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + "--b\r\n\r\n".repeat(200_000),
                "Subject:" + " =?utf-8?q?a?=\r\n".repeat(200_000),
                "Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n"
                        + "Action: failed\r\n" + " a\r\n".repeat(40_000))) {
            deliver("eve@example.com", "shop@example.test", "From: eve@example.com\r\n" + bomb + "\r\n\r\nx\r\n");
        }
        var started = System.nanoTime();

        var subject = "Sound " + Ids.next();
        deliver("ada@example.com", "shop@example.test", letter("ada@example.com", subject, "x@y.example", "Hello"));

        awaitFiled(subject);
        assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(15));
        assertThat(count("SELECT count(*) FROM emails JOIN contacts ON contacts.id = contact_id"
                        + " WHERE source = 'INBOUND' AND email = 'eve@example.com'"))
                .isEqualTo(5);
    }

    private static List<Sent> send(int readers) {
        var to = new JsonArray();
        for (var reader = 0; reader < readers; reader++) {
            to.add("reader" + COUNT.incrementAndGet() + "@example.org");
        }
        var body = new JsonObject()
                .put("to", to)
                .put("from", "shop@example.test")
                .put("subject", "Your order")
                .put("body", "<p>Hello</p>");
        var answer = server.post("/v1/send", server.secretKey(0), body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        var emails = new JsonObject(answer.body()).getJsonArray("emails");
        var sent = new ArrayList<Sent>();
        for (var reader = 0; reader < readers; reader++) {
            sent.add(new Sent(emails.getJsonObject(reader).getString("email"), to.getString(reader)));
            awaitStatus(sent.get(reader), "SENT");
        }
        return sent;
    }

    private static String sample(String name) {
        return new String(Corpus.named(name).mail(), StandardCharsets.UTF_8);
    }

    private static String bounce(String name, Sent sent) {
        return sample(name).replace(SAMPLE, sent.messageId()).replace("ada@example.com", sent.to());
    }

    private static String letter(String author, String subject, String answered, String text) {
        return "From: " + author + "\r\nTo: shop@example.test\r\nSubject: " + subject + "\r\nMessage-ID: <" + Ids.next()
                + "@example.com>\r\nIn-Reply-To: <" + answered + ">\r\n\r\n" + text + "\r\n";
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

    private static String deliver(String from, String to, String message) {
        return SmtpCaller.deliver(port, from, to, message.replace("\r\n", "\n").replace("\n", "\r\n"));
    }

    private static String status(Sent sent) {
        return (String) server.database().value("SELECT status FROM emails WHERE id = ?::uuid", sent.id());
    }

    private static void awaitStatus(Sent sent, String status) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(status(sent)).isEqualTo(status));
    }

    private static long suppressions(Sent sent) {
        return server.database().count("SELECT count(*) FROM suppressions WHERE email = ?", sent.to());
    }

    private static JsonObject awaitFiled(String subject) {
        var found = "SELECT emails.id FROM emails JOIN contents ON contents.project_id = emails.project_id"
                + " AND contents.id = content_id WHERE source = 'INBOUND' AND subject = ?";
        await().atMost(PATIENCE)
                .until(() -> server.database().query(found, subject).size() == 1);
        var answer = server.get("/emails/" + server.database().value(found, subject), server.secretKey(0));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body());
    }

    private static void awaitReports() {
        await().atMost(PATIENCE).until(() -> count("SELECT count(*) FROM provider_reports WHERE state = 'NEW'") == 0);
    }

    private static long count(String sql) {
        return server.database().count(sql);
    }
}
