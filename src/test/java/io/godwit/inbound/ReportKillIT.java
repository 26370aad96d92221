package io.godwit.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.JarServer;
import io.godwit.kit.nodes.JobNodes;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A jar that dies over reports about mail: what was taken in takes effect, and once. */
final class ReportKillIT {

    private static final int MAILS = 2_000;

    private static JobNodes nodes;
    private static JarServer node;
    private static UUID project;

    @BeforeAll
    static void start() {
        nodes = new JobNodes();
        node = nodes.start();
        project = UUID.fromString(node.demo().getString("projectId"));
        nodes.db().query("""
                WITH numbers AS (SELECT number, uuid_v7() AS contact, uuid_v7() AS mail FROM generate_series(1, ?) number),
                people AS (
                    INSERT INTO contacts (project_id, id, email, subscribed)
                    SELECT ?, contact, 'p' || number || '@site.test', true FROM numbers)
                INSERT INTO emails (project_id, id, contact_id, content_id, source, email_class, to_email, status)
                SELECT ?, mail, contact, uuid_v7(), 'TRANSACTIONAL', 'TRANSACTIONAL', 'p' || number || '@site.test', 'SENT' FROM numbers
                """, MAILS, project, project);
    }

    @AfterAll
    static void stop() {
        node.close();
        nodes.close();
    }

    /** Each report of a passing trouble is told by an event of its own, so one that took effect twice would be seen. */
    @Test
    void everyReportTakesEffectOnceThoughTheNodeDiesOverIt() {
        nodes.arm("reports-before-commit");
        tell();
        nodes.awaitReached("reports-before-commit");
        node.kill9();
        nodes.forget();
        nodes.arm("reports-after-commit");
        node.restart();
        nodes.awaitReached("reports-after-commit");
        var half = count("SELECT count(*) FROM inbound_reports WHERE state = 'DONE'");
        node.kill9();
        nodes.forget();
        node.restart();

        await().atMost(Duration.ofSeconds(60))
                .until(() -> count("SELECT count(*) FROM inbound_reports WHERE state <> 'DONE'") == 0);
        assertThat(half).isBetween(1L, 2L * MAILS - 1);
        assertThat(count("SELECT count(*) FROM events WHERE name = 'email.bounce'"))
                .isEqualTo(2L * MAILS);
        assertThat(count("SELECT count(*) FROM events WHERE name = 'contact.unsubscribed'"))
                .isEqualTo(MAILS);
        assertThat(count("SELECT count(*) FROM emails WHERE status = 'BOUNCED' AND soft_bounced_at IS NOT NULL"))
                .isEqualTo(MAILS);
        assertThat(count("SELECT count(*) FROM suppressions")).isEqualTo(MAILS);
        assertThat(count("SELECT count(*) FROM contacts WHERE subscribed")).isZero();
    }

    /** Two of each mail, as they lie there once they were taken in. */
    private static void tell() {
        var mails = nodes.db().query("SELECT id FROM emails ORDER BY id").stream()
                .map(row -> (UUID) row.get("id"))
                .toList();
        for (var type : List.of("Transient", "Permanent")) {
            var raw = mails.stream().map(id -> envelope(id, type)).toArray(String[]::new);
            nodes.db().query("""
                    INSERT INTO inbound_reports (id, provider, event_id, kind, raw, bytes)
                    SELECT uuid_v7(), 'sns', ? || number, 'Bounce', convert_to(raw, 'UTF8'), length(raw)
                      FROM unnest(?::text[]) WITH ORDINALITY AS report (raw, number)
                    """, type, raw);
        }
    }

    private static String envelope(UUID email, String type) {
        var head =
                new JsonObject().put("name", "Message-ID").put("value", "<" + email + "." + project + "@example.test>");
        var bounce = new JsonObject()
                .put("bounceType", type)
                .put("timestamp", Instant.now().toString());
        var message = new JsonObject()
                .put("eventType", "Bounce")
                .put("mail", new JsonObject().put("messageId", "1").put("headers", new JsonArray().add(head)))
                .put("bounce", bounce);
        return new JsonObject()
                .put("Type", "Notification")
                .put("Message", message.encode())
                .encode();
    }

    private static long count(String sql) {
        return nodes.db().count(sql);
    }
}
