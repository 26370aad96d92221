package io.godwit.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.delivery.MailReceivers.RefusedTries;
import io.godwit.kit.JarServer;
import io.godwit.kit.mta.Maildir;
import io.godwit.kit.mta.PostfixServer;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.nodes.NodeSettings;
import io.godwit.kit.smtp.SmtpCaller;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A fresh jar and mail servers that others have written: what it sends to their domains, or takes by SMTP for them, arrives exactly
 * once, at the pace they allow. {@code -Dsoak.emails=300} sends so many each way instead of 10,000. Prints a row for each way.
 */
@Tag("soak")
final class MailReceiversSoakIT {

    private static final int EMAILS = Integer.getInteger("soak.emails", 10_000);
    private static final int AT_ONCE = 1_000;
    private static final int CLIENTS = 8;
    private static final Duration LIMIT = Duration.ofMinutes(40);
    private static final String LINE = "Your order is on its way and arrives within three days.\r\n";
    private static final String TEXT = LINE.repeat(2_048 / LINE.length());

    /** Retries come back thirty times sooner than in life: a greylisted email after some ten seconds. */
    private static final String PACE = "30";

    private static final String RULES = """
            default:
              connections: 10
              start-rate: 60/s
              max-rate: 200/s
            """;

    private static MailReceivers receivers;

    @BeforeAll
    static void start() throws Exception {
        receivers = MailReceivers.start();
    }

    @AfterEach
    void forget() {
        receivers.forget();
    }

    @AfterAll
    static void stop() {
        if (receivers != null) {
            receivers.close();
        }
    }

    @Test
    void emailsSentStraightToTheReceiversArriveOnce() throws Exception {
        try (var jar = JarServer.startUnpacked(direct())) {
            var recipients = MailReceivers.recipients("direct", EMAILS);
            var start = Beginning.now();

            send(jar, recipients);

            var refusals = awaitArrived(jar, start, "Direct", recipients);
            assertThat(refusals.greylisted() - refusals.early()).isEqualTo(atEach());
            assertThat(refusals.early()).isLessThanOrEqualTo(atEach() / 10);
            assertThat(refusals.rate() + refusals.connections()).isLessThanOrEqualTo(20 + atEach() / 10);
        }
    }

    @Test
    void emailsHandedToARelayArriveOnce() throws Exception {
        var port = FreePorts.free();
        try (var relay = PostfixServer.relay(receivers.place("relay"), "127.0.0.5", port, retryingSoon());
                var jar = JarServer.startUnpacked(NodeSettings.all(
                        settings(),
                        Map.of(
                                "GODWIT_MAIL_HOST", "127.0.0.5",
                                "GODWIT_MAIL_PORT", Integer.toString(port),
                                "GODWIT_MAIL_TLS", "none")))) {
            var recipients = MailReceivers.recipients("relayed", EMAILS);
            var start = Beginning.now();

            send(jar, recipients);

            awaitArrived(jar, start, "Through a relay", recipients);
            assertThat(relay.queued()).isZero();
        }
    }

    @Test
    void messagesSubmittedByAProgramArriveOnce() throws Exception {
        var port = FreePorts.free();
        try (var jar = JarServer.startUnpacked(NodeSettings.all(direct(), submission(port)))) {
            var recipients = MailReceivers.recipients("submitted", EMAILS);
            var start = Beginning.now();

            submit(recipients, () -> program(port, jar.demo()), jar.demo());

            awaitArrived(jar, start, "Submitted by a program, STARTTLS", recipients);
        }
    }

    @Test
    void messagesSubmittedByAMailServerArriveOnce() throws Exception {
        var port = FreePorts.free();
        var inward = FreePorts.free();
        try (var jar = JarServer.startUnpacked(NodeSettings.all(direct(), submission(port)));
                var client = PostfixServer.relay(
                        receivers.place("client"), "127.0.0.1", inward, submitting(port, jar.demo()))) {
            var recipients = MailReceivers.recipients("handed", EMAILS);
            var start = Beginning.now();

            submit(recipients, () -> neighbour(inward), jar.demo());

            awaitArrived(jar, start, "Submitted by Postfix, STARTTLS", recipients);
            assertThat(client.queued()).isZero();
        }
    }

    /** The emails to one of the three receivers, rounded down. */
    private static long atEach() {
        return EMAILS / 3;
    }

    private static Map<String, String> settings() {
        return Map.of(
                "GODWIT_DEMO_ENABLED",
                "true",
                "GODWIT_RATE_LIMIT_PER_MINUTE",
                "0",
                "GODWIT_SENDING_PACE",
                PACE,
                "GODWIT_DNS_SERVERS",
                receivers.dns.address());
    }

    private static Map<String, String> direct() throws Exception {
        var rules = Files.writeString(receivers.directory.resolve("rules.yaml"), RULES);
        return NodeSettings.all(
                settings(),
                Map.of(
                        "GODWIT_MAIL_MODE",
                        "direct",
                        "GODWIT_MAIL_DIRECT_PORT",
                        Integer.toString(receivers.port),
                        "GODWIT_MAIL_DIRECT_ALLOW",
                        "127.0.0.0/8",
                        "GODWIT_MAIL_SHAPING_RULES",
                        rules.toString()));
    }

    private static Map<String, String> submission(int port) {
        return Map.of("GODWIT_SUBMISSION_HOST", "127.0.0.1", "GODWIT_SUBMISSION_PORT", Integer.toString(port));
    }

    /** A Postfix that retries within seconds. */
    private static String retryingSoon() {
        return receivers.transports() + """
                myhostname = relay.test
                minimal_backoff_time = 3s
                maximal_backoff_time = 6s
                queue_run_delay = 3s
                """;
    }

    /** A Postfix that hands all it has to a submission port, with a secret key as its password. */
    private static String submitting(int port, JsonObject demo) throws Exception {
        var passwords = Files.writeString(
                receivers.directory.resolve("passwords"),
                "[127.0.0.1]:" + port + " any:" + demo.getString("secretKey") + "\n");
        return """
                myhostname = client.test
                relayhost = [127.0.0.1]:%d
                smtp_sasl_auth_enable = yes
                smtp_sasl_password_maps = texthash:%s
                smtp_sasl_security_options = noanonymous
                smtp_tls_security_level = encrypt
                """.formatted(port, passwords);
    }

    private static void send(JarServer jar, List<String> recipients) {
        for (var from = 0; from < recipients.size(); from += AT_ONCE) {
            var some = recipients.subList(from, Math.min(recipients.size(), from + AT_ONCE));
            var mail = new JsonObject()
                    .put("to", new JsonArray(some))
                    .put("from", "shop@" + jar.demo().getString("domain"))
                    .put("subject", "Your order")
                    .put("body", "<p>" + TEXT + "</p>");
            var answer = jar.api().post("/v1/send", jar.demo().getString("secretKey"), mail);
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        }
    }

    /** A client that has encrypted and logged in. */
    private static SmtpCaller program(int port, JsonObject demo) {
        var caller = new SmtpCaller(port);
        caller.reply();
        caller.say("EHLO client.test");
        assertThat(caller.say("STARTTLS")).startsWith("220");
        caller.encrypt();
        caller.say("EHLO client.test");
        var login = "\0any\0" + demo.getString("secretKey");
        assertThat(caller.say(
                        "AUTH PLAIN " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.US_ASCII))))
                .startsWith("235");
        return caller;
    }

    /** A client that a mail server trusts. */
    private static SmtpCaller neighbour(int port) {
        var caller = new SmtpCaller(port);
        caller.reply();
        caller.say("EHLO client.test");
        return caller;
    }

    private static void submit(List<String> recipients, Callable<SmtpCaller> login, JsonObject demo) throws Exception {
        var from = "shop@" + demo.getString("domain");
        var threads = Executors.newFixedThreadPool(CLIENTS);
        try {
            var work = new ArrayList<Callable<Void>>();
            for (var client = 0; client < CLIENTS; client++) {
                var first = client;
                work.add(() -> {
                    try (var caller = login.call()) {
                        for (var number = first; number < recipients.size(); number += CLIENTS) {
                            submit(caller, from, recipients.get(number));
                        }
                    }
                    return null;
                });
            }
            for (var done : threads.invokeAll(work)) {
                done.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static void submit(SmtpCaller caller, String from, String to) {
        assertThat(caller.say("MAIL FROM:<" + from + ">")).startsWith("250");
        assertThat(caller.say("RCPT TO:<" + to + ">")).startsWith("250");
        assertThat(caller.say("DATA")).startsWith("354");
        assertThat(caller.data("From: " + from + "\r\nTo: " + to + "\r\nSubject: Your order\r\nMessage-ID: <"
                        + to.replace('@', '.') + "@client.test>\r\n\r\n" + TEXT))
                .startsWith("250");
    }

    /** Waits until all have arrived and nobody has one to deliver, then counts. Answers what the receivers refused meanwhile. */
    private static RefusedTries awaitArrived(JarServer jar, Beginning start, String way, List<String> recipients)
            throws SQLException {
        await().atMost(LIMIT)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> receivers.delivered() >= recipients.size());
        var took = Duration.between(start.at(), Instant.now());
        await().atMost(Duration.ofMinutes(1))
                .until(() -> count(jar, "SELECT count(*) FROM outbox") == 0 && !receivers.holdMessages());

        var stored = receivers.assertOneFor(recipients);
        assertThat(count(jar, "SELECT count(*) FROM emails WHERE status <> 'SENT'"))
                .isZero();
        var refusals = receivers.refusals().minus(start.refusals());
        print(jar, way, took, stored, refusals);
        return refusals;
    }

    private static void print(
            JarServer jar, String way, Duration took, List<Maildir.Stored> stored, RefusedTries refusals)
            throws SQLException {
        var bytes = stored.stream().mapToLong(Maildir.Stored::bytes).average().orElseThrow();
        System.out.printf(
                "| %s | %,d | %.1f KB | %d s | %,d (%,d too early) | %,d | %,d | %,d |%n",
                way,
                stored.size(),
                bytes / 1_024,
                took.toSeconds(),
                refusals.greylisted(),
                refusals.early(),
                refusals.rate(),
                refusals.connections(),
                count(jar, "SELECT count(*) FROM email_attempts WHERE outcome <> 'SENT'"));
    }

    /** The moment a way was begun, and what the receivers had refused until then. */
    private record Beginning(Instant at, RefusedTries refusals) {

        static Beginning now() {
            return new Beginning(Instant.now(), receivers.refusals());
        }
    }

    private static long count(JarServer jar, String sql) throws SQLException {
        try (var connection = jar.connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
