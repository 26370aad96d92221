package io.godwit.dashboard;

import io.godwit.bench.BenchHistory;
import io.godwit.kit.DatabaseRows;
import io.godwit.kit.JarServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/** A project with a million contacts, more than ten million events and a million emails of 120 days, in a jar of its own. */
final class LargeProject implements AutoCloseable {

    private static final int CONTACTS = Integer.getInteger("dashboard.contacts", 1_000_000);
    private static final int EVENTS = Integer.getInteger("dashboard.events", 10_000_000);
    private static final Duration FOLDED = Duration.ofMinutes(10);

    private static final String COUNTS = """
            INSERT INTO contact_counts (project_id, name, count)
            SELECT project_id, key, count(*) FROM contacts, jsonb_object_keys(data || '{"email": 1}') key GROUP BY 1, 2
             UNION ALL SELECT project_id, 'subscribed', count(*) FROM contacts WHERE subscribed GROUP BY 1
            ON CONFLICT (project_id, name) DO UPDATE SET count = excluded.count
            """;

    private static final String FIELDS = """
            INSERT INTO fields (project_id, name, type)
            VALUES ('PROJECT', 'plan', 'string'), ('PROJECT', 'age', 'number'), ('PROJECT', 'city', 'string'),
                   ('PROJECT', 'address.zip', 'string'), ('PROJECT', 'seen', 'date')
            """;

    private static final String CONTENTS = """
            INSERT INTO contents (project_id, id, subject, body, from_email)
            VALUES ('PROJECT', '00000000-0000-7000-8000-000000000001', 'News', '<p>Hello</p>', 'shop@example.test')
            """;

    private static final String CAMPAIGNS = """
            INSERT INTO campaigns (project_id, id, name, subject, body, from_email, email_class, audience, status, recipients, audience_frozen,
                                   audience_passed, audience_done, created_at, started_at, ended_at)
            SELECT 'PROJECT', uuid('00000000-0000-7000-8000-00000000001' || n), 'Campaign ' || n, 'News', '<p>Hello</p>', 'shop@example.test',
                   'MARKETING', 'ALL', 'SENT', 0, true, 0, true, now() - interval '110 days', now() - interval '110 days', now() - interval '1 hour'
              FROM generate_series(0, 3) n
            """;

    /** An email for each "bought", whose id and contact it has; the first of every third contact is of one of four campaigns. */
    private static final String EMAILS = """
            INSERT INTO emails (project_id, id, contact_id, content_id, campaign_id, source, email_class, to_email, status, error, opens, clicks,
                                created_at, updated_at, sent_at, delivered_at, opened_at, clicked_at, bounced_at)
            SELECT project_id, id, contact_id, '00000000-0000-7000-8000-000000000001',
                   CASE WHEN campaign THEN uuid('00000000-0000-7000-8000-00000000001' || n % 4) END,
                   CASE WHEN campaign THEN 'CAMPAIGN' ELSE 'TRANSACTIONAL' END, 'MARKETING', email, status,
                   CASE status WHEN 'BOUNCED' THEN '550 5.1.1 No such user' WHEN 'FAILED' THEN 'The message is too large' END,
                   (status IN ('OPENED', 'CLICKED'))::int, (status = 'CLICKED')::int, at, at,
                   CASE WHEN status <> 'FAILED' THEN at END,
                   CASE WHEN status IN ('DELIVERED', 'OPENED', 'CLICKED') THEN at END,
                   CASE WHEN status IN ('OPENED', 'CLICKED') THEN at END,
                   CASE WHEN status = 'CLICKED' THEN at END,
                   CASE WHEN status = 'BOUNCED' THEN at END
              FROM (SELECT events.project_id, events.id, contact_id, email, events.created_at AS at, row_number() OVER (ORDER BY events.id) AS n,
                           row_number() OVER (ORDER BY events.id) % 3 = 0
                               AND row_number() OVER (PARTITION BY contact_id ORDER BY events.id) = 1 AS campaign
                      FROM events JOIN contacts ON contacts.project_id = events.project_id AND contacts.id = contact_id
                     WHERE events.project_id = 'PROJECT' AND name = 'bought') bought
             CROSS JOIN LATERAL (SELECT CASE WHEN n % 5000 = 9 THEN 'FAILED' WHEN n % 50 = 13 THEN 'BOUNCED' WHEN n % 12 = 0 THEN 'CLICKED'
                                             WHEN n % 4 = 0 THEN 'OPENED' WHEN n % 20 = 1 THEN 'SENT' ELSE 'DELIVERED' END AS status
                                OFFSET 0) ended
            """;

    /** The platform's own events of those emails; the id is that of the email with another variant digit. */
    private static final String EMAIL_EVENTS = """
            INSERT INTO events (project_id, id, contact_id, name, data, email_id, created_at)
            SELECT project_id, overlay(id::text PLACING kind FROM 20 FOR 1)::uuid, contact_id, name,
                   jsonb_build_object('subject', 'News', 'emailId', id, 'campaignId', campaign_id, 'sourceType', source) || more, id, created_at
              FROM emails
             CROSS JOIN LATERAL (
                   SELECT '9', 'email.sent', '{}'::jsonb WHERE sent_at IS NOT NULL AND status <> 'BOUNCED'
                    UNION ALL SELECT 'a', 'email.open', '{"opens": 1, "isFirstOpen": true}' WHERE opened_at IS NOT NULL
                    UNION ALL SELECT 'b', 'email.bounce', '{"bounceType": "Permanent"}' WHERE bounced_at IS NOT NULL) happened (kind, name, more)
             WHERE project_id = 'PROJECT'
            """;

    private static final List<String> AFTERWARDS = List.of(
            "TRUNCATE email_counts, email_provider_counts, campaign_counts, campaign_links, campaign_clickers, "
                    + "campaign_time_counts, campaign_provider_counts",
            "UPDATE email_count_progress SET counted_until = date_trunc('hour', now() - interval '125 days'), "
                    + "campaigns_counted_until = date_trunc('hour', now() - interval '125 days')",
            "UPDATE projects SET created_at = now() - interval '125 days'",
            "VACUUM ANALYZE");

    private final JarServer server;
    private final String project;

    private LargeProject(JarServer server) {
        this.server = server;
        this.project = server.demo().getString("projectId");
    }

    /** Takes some minutes; returns when the platform has counted what is there. */
    static LargeProject start() throws SQLException {
        var server =
                JarServer.startUnpacked(Map.of("GODWIT_RATE_LIMIT_PER_MINUTE", "0", "GODWIT_RATE_LIMIT_PER_USER", "0"));
        var large = new LargeProject(server);
        for (var statement : large.statements()) {
            large.run(statement);
        }
        server.stop();
        server.restart();
        large.awaitCounts();
        large.segment(
                "Pro",
                new JsonObject()
                        .put("field", "data.plan")
                        .put("operator", "equals")
                        .put("value", "pro"));
        large.segment("Buyers", new JsonObject().put("field", "event.rare").put("operator", "triggered"));
        return large;
    }

    private List<String> statements() {
        var all = new ArrayList<>(BenchHistory.statements(project, CONTACTS, EVENTS));
        all.addAll(List.of(COUNTS, FIELDS, CONTENTS, CAMPAIGNS, EMAILS, EMAIL_EVENTS));
        all.addAll(AFTERWARDS);
        return all.stream().map(sql -> sql.replace("PROJECT", project)).toList();
    }

    private void run(String sql) throws SQLException {
        try (var connection = server.connect();
                var statement = connection.createStatement()) {
            statement.execute("SET synchronous_commit = off");
            statement.execute("SET maintenance_work_mem = '512MB'");
            statement.execute("SET work_mem = '256MB'");
            statement.execute(sql);
        }
    }

    private void awaitCounts() {
        var rows = DatabaseRows.of(server);
        Awaitility.await().atMost(FOLDED).until(() -> rows.count("""
                                SELECT count(*) FROM event_count_progress, email_count_progress
                                 WHERE project_id = ?::uuid AND event_count_progress.counted_until >= (now() - interval '10 minutes')::date
                                   AND email_count_progress.counted_until > now() - interval '1 hour'
                                """, project) == 1);
    }

    private void segment(String name, JsonObject condition) {
        var filters = new JsonObject().put("operator", "AND").put("conditions", new JsonArray().add(condition));
        server.api()
                .post(
                        "/segments",
                        server.demo().getString("secretKey"),
                        new JsonObject().put("name", name).put("filters", filters));
    }

    String baseUrl() {
        return "http://127.0.0.1:" + server.port();
    }

    String password() {
        return server.demo().getString("password");
    }

    /** The path of one of its pages below {@code /app}. */
    String page(String path) {
        return "/p/" + project + (path.isEmpty() ? "" : "/" + path);
    }

    @Override
    public void close() {
        server.close();
    }
}
