package io.godwit.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.db.TestDatabase;
import io.godwit.kit.net.StripeDouble;
import io.godwit.kit.net.TcpProxy;
import io.godwit.kit.nodes.NodeSettings;
import io.godwit.kit.smtp.SmtpCaller;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bounds of a client, of a project and of the server, and what fails around them: a node whose limits are low. */
@Tag("server")
class SubmissionLimitsTest {

    private static final int SIZE = 65_536;

    /** Messages of the largest size that have space at once. */
    private static final int AT_ONCE = 4;

    @TempDir
    private static Path folder;

    private static final Vertx VERTX = Vertx.vertx();

    private static TestDatabase db;
    private static TcpProxy wire;
    private static StripeDouble stripe;
    private static SubmissionNode node;

    @BeforeAll
    static void start() {
        db = TestDatabase.fresh(VERTX);
        wire = TcpProxy.to(VERTX, "127.0.0.1", db.port());
        stripe = StripeDouble.start(VERTX);
        var certificate = certificate("first");
        node = SubmissionNode.start(NodeSettings.all(
                stripe.settings(),
                Map.of(
                        "GODWIT_DATABASE_URL",
                        db.url().replace(":" + db.port() + "/", ":" + wire.port() + "/"),
                        "GODWIT_DEMO_PROJECTS",
                        "4",
                        "GODWIT_ACCOUNTS_LOGIN_PER_ADDRESS",
                        "2",
                        "GODWIT_SUBMISSION_SIZE",
                        String.valueOf(SIZE),
                        "GODWIT_SUBMISSION_MAX_BUFFERED_BYTES",
                        String.valueOf(AT_ONCE * SIZE),
                        "GODWIT_SUBMISSION_PLAIN_ON_LOOPBACK",
                        "true",
                        "GODWIT_SUBMISSION_CERTIFICATE",
                        certificate.chain().toString(),
                        "GODWIT_SUBMISSION_KEY",
                        certificate.key().toString())));
    }

    @AfterAll
    static void stop() {
        wire.redirect(db.port());
        node.close();
        stripe.close();
        wire.close();
        db.close();
        VERTX.close().await();
    }

    @Test
    void aClientOnThisMachineLogsInWithoutTls() {
        try (var caller = node.plain()) {
            assertThat(caller.say("EHLO client.test")).contains("AUTH PLAIN LOGIN");
            assertThat(caller.say("AUTH PLAIN " + SubmissionNode.plain("", node.key())))
                    .startsWith("235 ");
            assertThat(caller.say("MAIL FROM:<a@b.test>")).startsWith("250 ");
        }
    }

    /** By a server of its own, since on a busy machine clients of other tests are silent for a while, too. */
    @Test
    void aClientThatIsSilentIsSentAway() {
        try (var impatient = SubmissionNode.start(
                        Map.of("GODWIT_SUBMISSION_TIMEOUT", "2s", "GODWIT_SUBMISSION_PLAIN_ON_LOOPBACK", "true"));
                var silent = impatient.plain()) {
            assertThat(silent.reply()).startsWith("421 4.4.2");
            assertThat(silent.reply()).isEmpty();
        }
    }

    @Test
    void wrongKeysAreCountedByAddressAndRightOnesAreTakenAllTheSame() {
        for (var number = 0; number < 2; number++) {
            try (var caller = node.plain()) {
                assertThat(caller.say("AUTH PLAIN " + SubmissionNode.plain("any", "wrong")))
                        .startsWith("535 ");
            }
        }
        try (var caller = node.plain();
                var right = authenticated(0)) {
            assertThat(caller.say("AUTH PLAIN " + SubmissionNode.plain("any", "wrong")))
                    .startsWith("421 4.7.0");
            assertThat(caller.reply()).isEmpty();
            assertThat(right.say("MAIL FROM:<a@b.test>")).startsWith("250 ");
        }
    }

    @Test
    void moreMessagesThanTheProjectMayHandInAMinuteAreDeferred() {
        db.query(
                "UPDATE projects SET requests_per_minute = 3, keys_version = keys_version + 1 WHERE id = ?::uuid",
                node.server().projectId(1));
        db.query("UPDATE installation SET keys_version = keys_version + 1");
        try (var caller = authenticated(1)) {
            await().atMost(SubmissionNode.TIMEOUT)
                    .until(() -> !caller.say("MAIL FROM:<a@b.test>").startsWith("250 "));

            assertThat(caller.say("MAIL FROM:<a@b.test>"))
                    .matches("450 4\\.7\\.1 Too many requests, come again in \\d+ seconds");
        }
    }

    @Test
    void moreEmailsThanThePlanAllowsAreRefusedForNowAsTheApiDoes() {
        db.query(
                "INSERT INTO billing_accounts (project_id, subscription, cap_transactional) VALUES (?::uuid, 'sub', 2)",
                node.server().projectId(2));
        var first = SubmissionNode.reader();
        var second = SubmissionNode.reader();
        try (var caller = authenticated(2)) {
            var tooMany = SubmissionNode.submit(caller, message(2), first, second, SubmissionNode.reader());
            var fitting = SubmissionNode.submit(caller, message(2), first, second);
            var oneMore = SubmissionNode.submit(caller, message(2), first);

            assertThat(tooMany).startsWith("452 4.7.1 This month's limit of 2 emails");
            assertThat(fitting).startsWith("250 ");
            assertThat(oneMore)
                    .startsWith("452 4.7.1 This month's limit of 2 emails")
                    .contains("room for 0");
        }
        assertThat(emailsTo(first) + emailsTo(second)).isEqualTo(2);
        assertThat(node.server()
                        .post("/v1/send", node.server().secretKey(2), request(2, first))
                        .statusCode())
                .isEqualTo(429);
    }

    @Test
    void aProjectThatIsPausedDuringTheMessageIsRefusedForGoodAsTheApiDoes() {
        var reader = SubmissionNode.reader();
        try (var caller = authenticated(3)) {
            begin(caller, reader);
            db.query(
                    "UPDATE projects SET disabled = true, keys_version = keys_version + 1 WHERE id = ?::uuid",
                    node.server().projectId(3));
            db.query("UPDATE installation SET keys_version = keys_version + 1");

            assertThat(caller.data(message(3))).startsWith("550 5.7.1 ");
            await().atMost(SubmissionNode.TIMEOUT)
                    .until(() -> caller.say("MAIL FROM:<a@b.test>").equals("550 5.7.1 The project is disabled"));
        }
        assertThat(emailsTo(reader)).isZero();
        assertThat(node.server()
                        .post("/v1/send", node.server().secretKey(3), request(3, reader))
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void aMessageLargerThanTheSizeIsRefusedAndTheConnectionGoesOn() {
        try (var caller = authenticated(0)) {
            var large = message(0) + "x\r\n".repeat(SIZE);

            assertThat(SubmissionNode.submit(caller, large, SubmissionNode.reader()))
                    .startsWith("552 5.3.4");
            assertThat(SubmissionNode.submit(caller, message(0), SubmissionNode.reader()))
                    .startsWith("250 ");
        }
    }

    @Test
    void largeMessagesBeyondTheMemoryAreDeferredAndAllOthersGoOn() {
        var callers = new ArrayList<SmtpCaller>();
        var readers = new ArrayList<String>();
        var most = message(0) + "x\r\n".repeat((SIZE - 2_000) / 3);
        for (var number = 0; number < 3 * AT_ONCE; number++) {
            readers.add(SubmissionNode.reader());
            callers.add(authenticated(0));
            begin(callers.get(number), readers.get(number));
            callers.get(number).write(most);
        }

        var small = submit(0, message(0), SubmissionNode.reader());
        var replies =
                callers.stream().map(caller -> caller.say(".").substring(0, 9)).toList();
        var again = SubmissionNode.submit(callers.get(3 * AT_ONCE - 1), message(0), SubmissionNode.reader());

        assertThat(small).startsWith("250 ");
        assertThat(replies).contains("250 2.0.0", "452 4.3.1").doesNotContain("421 4.3.1");
        assertThat(replies.stream().filter("250 2.0.0"::equals).count()).isBetween(1L, AT_ONCE + 1L);
        assertThat(again).startsWith("250 ");
        for (var number = 0; number < readers.size(); number++) {
            assertThat(emailsTo(readers.get(number)))
                    .isEqualTo(replies.get(number).startsWith("250") ? 1 : 0);
        }
        callers.forEach(SmtpCaller::close);
    }

    @Test
    void withoutItsDatabaseTheServerTakesNothingAndLosesNothing() {
        var reader = SubmissionNode.reader();
        var message = "Message-ID: <away@client.test>\r\n" + message(0);
        try (var caller = authenticated(0);
                var other = authenticated(0)) {
            begin(caller, reader);
            wire.redirect(1);
            wire.resetAll();

            assertThat(caller.data(message)).startsWith("451 4.3.");
            await().atMost(SubmissionNode.TIMEOUT)
                    .until(() -> other.say("MAIL FROM:<a@b.test>").startsWith("451 4.3.0"));
            try (var late = node.plain()) {
                assertThat(late.say("AUTH PLAIN " + SubmissionNode.plain("", node.key())))
                        .startsWith("454 4.7.0");
                assertThat(late.say("NOOP")).startsWith("250 ");
            }
            wire.redirect(db.port());
            await().atMost(SubmissionNode.TIMEOUT)
                    .until(() -> other.say("MAIL FROM:<a@b.test>").startsWith("250 "));
        }
        assertThat(emailsTo(reader)).isZero();
        assertThat(submit(0, message, reader)).startsWith("250 ");
        assertThat(emailsTo(reader)).isEqualTo(1);
    }

    @Test
    void aRenewedCertificateIsUsedAtBothPortsWithoutARestart() throws IOException {
        var used = List.of(withStartTls(), withTls());

        var renewed = certificate("second");
        Files.move(renewed.key(), folder.resolve("first/key.pem"), StandardCopyOption.REPLACE_EXISTING);
        Files.move(renewed.chain(), folder.resolve("first/certificate.pem"), StandardCopyOption.REPLACE_EXISTING);
        var chain = Files.readString(folder.resolve("first/certificate.pem"));

        assertThat(used).doesNotContain(chain).containsExactly(used.get(0), used.get(0));
        await().atMost(SubmissionNode.TIMEOUT).until(() -> withStartTls().equals(chain));
        await().atMost(SubmissionNode.TIMEOUT).until(() -> withTls().equals(chain));
    }

    @Test
    void theMemoryForMessagesIsAtMostAnEighthOfTheHeap() {
        var settings = new SubmissionSettings(
                "127.0.0.1",
                587,
                0,
                "mail.test",
                SIZE,
                Integer.MAX_VALUE,
                1,
                1,
                Duration.ZERO,
                Optional.empty(),
                false);

        assertThat(settings.servers(new PemKeyCertOptions()).get(0).memoryBudget())
                .isBetween((long) SIZE, Runtime.getRuntime().maxMemory() / 8);
    }

    private static SelfMadeCertificate certificate(String name) {
        return SelfMadeCertificate.in(folder.resolve(name), "mail.godwit.test");
    }

    private static String withStartTls() {
        try (var caller = node.plain()) {
            assertThat(caller.say("STARTTLS")).startsWith("220 ");
            return caller.encrypt();
        }
    }

    private static String withTls() {
        try (var caller = new SmtpCaller(node.tlsPort())) {
            return caller.encrypt();
        }
    }

    private static SmtpCaller authenticated(int project) {
        var caller = node.plain();
        assertThat(caller.say("AUTH PLAIN "
                        + SubmissionNode.plain("any", node.server().secretKey(project))))
                .isEqualTo("235 2.7.0 Welcome");
        return caller;
    }

    private static void begin(SmtpCaller caller, String reader) {
        assertThat(caller.say("MAIL FROM:<a@b.test>")).startsWith("250 ");
        assertThat(caller.say("RCPT TO:<" + reader + ">")).startsWith("250 ");
        assertThat(caller.say("DATA")).startsWith("354 ");
    }

    private static String submit(int project, String message, String reader) {
        try (var caller = authenticated(project)) {
            return SubmissionNode.submit(caller, message, reader);
        }
    }

    private static String message(int project) {
        return "From: shop@" + node.server().domain(project) + "\r\nSubject: Your order\r\n\r\nHello\r\n";
    }

    private static JsonObject request(int project, String reader) {
        return new JsonObject()
                .put("to", reader)
                .put("from", "shop@" + node.server().domain(project))
                .put("subject", "Your order")
                .put("body", "<p>Hello</p>");
    }

    private static long emailsTo(String reader) {
        return db.count("SELECT count(*) FROM emails WHERE to_email = ?", reader);
    }
}
