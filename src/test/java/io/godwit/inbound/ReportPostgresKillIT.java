package io.godwit.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.bounces.BounceCorpus;
import io.godwit.core.Crypto;
import io.godwit.core.VerpCodec;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.godwit.kit.DatabaseRows;
import io.godwit.kit.GodwitJar;
import io.godwit.kit.JarServer;
import io.godwit.kit.load.PacedCallers;
import io.godwit.kit.net.DnsStub;
import io.godwit.kit.net.FreePorts;
import io.godwit.kit.smtp.SmtpCaller;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A jar whose PostgreSQL is killed, all of its processes at once, and that is killed itself, while Amazon and mail servers tell of
 * mail: 200 and 250 mean that a report is kept, and each takes effect once.
 */
final class ReportPostgresKillIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** Nothing that was taken in waits for the end of anything. */
    private static final Duration RECOVERY = Duration.ofSeconds(20);

    private static final int MAILS = 150;
    private static final int MESSAGES = 60;
    private static final int REPORTS = 3 * MAILS + MESSAGES;
    private static final String SAMPLE =
            "0198f3a2-7c11-7d6e-8a55-2b1f0c9d4e10.0198f3a2-0000-7000-8000-000000000001@example.test";

    private static final VerpCodec PATHS = new VerpCodec(
            Crypto.of(HexFormat.of().parseHex("11".repeat(32)), HexFormat.of().parseHex("22".repeat(32))));

    private static DnsStub dns;
    private static SnsDoubleHost amazon;
    private static int smtpPort;
    private static JarServer server;
    private static DatabaseRows rows;
    private static UUID project;

    /** Every answer there was, by HTTP and by SMTP. */
    private final Set<String> answers = ConcurrentHashMap.newKeySet();

    private final AtomicInteger accepted = new AtomicInteger();
    private volatile String lastAnswer = "";
    private volatile String lastReply = "";

    @BeforeAll
    static void start() throws Exception {
        dns = DnsStub.start();
        amazon = SnsDoubleHost.start();
        smtpPort = FreePorts.free();
        server = JarServer.start(Map.of(
                "GODWIT_DNS_SERVERS",
                dns.address(),
                "GODWIT_INBOUND_TOPICS",
                SnsDoubleHost.TOPIC,
                "GODWIT_INBOUND_SMTP_PORT",
                Integer.toString(smtpPort),
                "GODWIT_INBOUND_SMTP_HOST",
                "127.0.0.1",
                "GODWIT_SECRETS_SIGNING_KEY",
                "11".repeat(32),
                "GODWIT_SECRETS_ENCRYPTION_KEY",
                "22".repeat(32),
                "GODWIT_ACCOUNTS_PASSWORD_MEMORY",
                "64",
                "JAVA_TOOL_OPTIONS",
                GodwitJar.shortLived() + " " + amazon.options()));
        rows = DatabaseRows.of(server);
        project = UUID.fromString(server.demo().getString("projectId"));
    }

    @AfterAll
    static void stop() {
        server.close();
        amazon.close();
        dns.close();
    }

    @Test
    void whatWasTakenInTakesEffectOnceThroughTheDeathsOfBoth() {
        var seed = System.nanoTime();
        var waiting = reports(new Random(seed));
        var callers = PacedCallers.start(12, 300, ignored -> tellNext(waiting));

        killPostgresAt(REPORTS / 4);
        awaitAccepted(REPORTS / 2);
        server.kill9();
        server.restart();
        killPostgresAt(3 * REPORTS / 4);
        awaitAccepted(REPORTS);
        callers.finish();
        await().atMost(RECOVERY)
                .until(() -> rows.count("SELECT count(*) FROM inbound_reports WHERE due_at IS NOT NULL") == 0
                        && rows.count("SELECT count(*) FROM hits WHERE NOT counted") == 0);

        assertThat(answers)
                .as("seed " + seed)
                .isSubsetOf("200", "503", "250", "451", "421", "")
                .contains("503");
        assertThat(count("inbound_reports")).isEqualTo(REPORTS);
        assertThat(count("inbound_reports WHERE state <> 'DONE'")).isZero();
        assertThat(count("events WHERE name = 'email.bounce' AND data ->> 'bounceType' = 'Transient'"))
                .isEqualTo(MAILS);
        assertThat(count("events WHERE name = 'email.bounce' AND data ->> 'bounceType' = 'Permanent'"))
                .isEqualTo(MAILS);
        assertThat(count("events WHERE name = 'contact.unsubscribed'")).isEqualTo(MAILS);
        assertThat(count("emails WHERE status = 'BOUNCED' AND soft_bounced_at IS NOT NULL AND opens = 1"))
                .isEqualTo(MAILS);
        assertThat(count("suppressions")).isEqualTo(MAILS);
        assertThat(count("contacts WHERE subscribed")).isZero();
        assertThat(count("emails WHERE source = 'INBOUND' AND status = 'RECEIVED'"))
                .isEqualTo(MESSAGES);
        assertThat(count("events WHERE name = 'email.received'")).isEqualTo(MESSAGES);
        assertThat(count("contacts WHERE project_id = '" + project + "'")).isEqualTo(MAILS + MESSAGES);
    }

    /** In no order: of each mail that it was opened, that it came back for now, and that it came back for good; and letters. */
    private Queue<Supplier<Boolean>> reports(Random random) {
        rows.query("""
                WITH numbers AS (SELECT number, uuid_v7() AS contact, uuid_v7() AS mail FROM generate_series(1, ?) number),
                people AS (
                    INSERT INTO contacts (project_id, id, email, subscribed)
                    SELECT ?, contact, 'p' || number || '@site.test', true FROM numbers)
                INSERT INTO emails (project_id, id, contact_id, content_id, source, email_class, to_email, status, sent_at)
                SELECT ?, mail, contact, uuid_v7(), 'TRANSACTIONAL', 'TRANSACTIONAL', 'p' || number || '@site.test', 'SENT',
                       now() - interval '1 h'
                  FROM numbers
                """, MAILS, project, project);
        var reports = new ArrayList<Supplier<Boolean>>();
        for (var row : rows.query("SELECT id FROM emails")) {
            var mail = (UUID) row.get("id");
            var bounce = new JsonObject().put("bounceType", "Transient");
            var open = new JsonObject()
                    .put("userAgent", "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0");
            reports.addAll(
                    List.of(hook(mail, "Bounce", "bounce", bounce), hook(mail, "Open", "open", open), smtp(mail)));
        }
        for (var number = 0; number < MESSAGES; number++) {
            reports.add(message("author" + number + "@example.com"));
        }
        Collections.shuffle(reports, random);
        return new ConcurrentLinkedQueue<>(reports);
    }

    /** As all who tell: until they hear that it was taken. */
    private void tellNext(Queue<Supplier<Boolean>> waiting) {
        var report = waiting.poll();
        if (report != null) {
            if (report.get()) {
                accepted.incrementAndGet();
            } else {
                waiting.add(report);
            }
        }
    }

    private Supplier<Boolean> hook(UUID mail, String kind, String member, JsonObject more) {
        var head = new JsonObject().put("name", "Message-ID").put("value", "<" + messageId(mail) + ">");
        var body = amazon.signed(new JsonObject()
                .put("eventType", kind)
                .put("mail", new JsonObject().put("messageId", "1").put("headers", new JsonArray().add(head)))
                .put(member, more.put("timestamp", Instant.now().toString())));
        return () -> {
            try {
                var answer = server.api().post("/webhooks/sns", "none", body);
                lastAnswer = answer.text();
                answers.add(Integer.toString(answer.status()));
                return answer.status() == 200;
            } catch (UncheckedIOException away) {
                return false;
            }
        };
    }

    private Supplier<Boolean> smtp(UUID mail) {
        var path = PATHS.write(new ProjectId(project), new EmailId(mail), "bounce.example.test");
        var bounce = new String(BounceCorpus.named("postfix-user-unknown").mail(), StandardCharsets.UTF_8)
                .replace(SAMPLE, messageId(mail));
        return handIn("", path.value(), bounce);
    }

    private Supplier<Boolean> message(String author) {
        return handIn(
                author,
                "shop@example.test",
                "From: " + author + "\r\nTo: shop@example.test\r\nSubject: Hello\r\n\r\nHello\r\n");
    }

    private Supplier<Boolean> handIn(String from, String to, String message) {
        return () -> {
            try {
                var reply = SmtpCaller.deliver(smtpPort, from, to, message);
                lastReply = reply;
                answers.add(reply.substring(0, Math.min(3, reply.length())));
                return reply.startsWith("250 ");
            } catch (UncheckedIOException away) {
                return false;
            }
        };
    }

    private static String messageId(UUID mail) {
        return mail + "." + project + "@example.test";
    }

    private void awaitAccepted(int reports) {
        await().atMost(TIMEOUT)
                .untilAsserted(
                        () -> assertThat(accepted).as(lastAnswer + lastReply).hasValueGreaterThanOrEqualTo(reports));
    }

    private void killPostgresAt(int reports) {
        awaitAccepted(reports);
        var killed = server.postgresPid();
        server.killPostgresTree();
        await().atMost(TIMEOUT).ignoreExceptions().until(() -> server.postgresPid() != killed);
        await().atMost(TIMEOUT).until(() -> server.api().isReady());
    }

    private static long count(String what) {
        return rows.count("SELECT count(*) FROM " + what);
    }
}
