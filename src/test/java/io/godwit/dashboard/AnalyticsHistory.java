package io.godwit.dashboard;

import io.godwit.kit.TestServer;
import io.vertx.core.json.JsonObject;

/**
 * The counts of 190 days of a project that sends every day, more on weekdays and by day, as the counting loop would have written
 * them; and some emails that came back.
 */
final class AnalyticsHistory {

    /** The emails sent in an hour: the weight of its hour and weekday, growing by the day. */
    private static final String HOURS = """
              FROM generate_series(1, 190 * 24) AS n
             CROSS JOIN LATERAL (SELECT date_trunc('hour', now()) - make_interval(hours => n) AS at) AS moment
             CROSS JOIN LATERAL (SELECT extract(hour FROM at)::int AS hour, extract(isodow FROM at)::int AS weekday) AS clock
             CROSS JOIN LATERAL (SELECT ((CASE WHEN hour BETWEEN 7 AND 20 THEN 9 - abs(hour - 10) / 2 ELSE 1 END)
                                         * (CASE WHEN weekday > 5 THEN 2 ELSE 5 END) * (400 - n / 24) / 400)::bigint AS sent) AS weight
            """;

    private AnalyticsHistory() {}

    static void fill(TestServer server) {
        var project = server.projectId(0);
        insert(server, """
                INSERT INTO email_counts (project_id, at, source, sent, delivered, opened, clicked, bounced, complained, machine_opens,
                                          machine_clicks)
                SELECT '%s'::uuid, at, source, sent * share, sent * share - n %% 3, sent * share * (30 + n %% 7) / 100, sent * share / 12,
                       (n %% 9 = 0)::int, (n %% 700 = 3 AND source = 'CAMPAIGN')::int, sent * share / 4, sent * share / 20
                """ + HOURS + """
                 CROSS JOIN (VALUES ('TRANSACTIONAL', 1), ('CAMPAIGN', 2), ('WORKFLOW', 1)) AS kind (source, share)
                """, project);
        insert(server, """
                INSERT INTO email_provider_counts (project_id, at, source, provider, sent, delivered, opened, clicked, bounced, complained)
                SELECT '%s'::uuid, date_bin('6 hours', at, 'epoch'), 'CAMPAIGN', provider, sum(sent * share), sum(sent * share) - 2,
                       sum(sent * share) / 3, sum(sent * share) / 12, (share < 2)::int, 0
                """ + HOURS + """
                 CROSS JOIN (VALUES ('Google', 4), ('Microsoft', 2), ('GMX and WEB.DE', 2), ('Apple', 1), ('Others', 1))
                       AS kind (provider, share)
                 GROUP BY date_bin('6 hours', at, 'epoch'), provider, share
                """, project);
        insert(server, """
                INSERT INTO audience_counts (project_id, at, kind, reason, source, count)
                SELECT '%s'::uuid, at, kind, reason, '', 1 + sent / share
                """ + HOURS + """
                 CROSS JOIN (VALUES ('CREATED', '', 4, 3), ('UNSUBSCRIBED', 'link', 30, 9), ('UNSUBSCRIBED', 'complaint', 99, 60),
                                    ('SUBSCRIBED', '', 50, 20)) AS kind (kind, reason, share, every)
                 WHERE n %% every = 0
                """, project);
        insert(server, """
                INSERT INTO link_counts (project_id, at, link_hash, link, clicks, clickers, machine_clicks)
                SELECT '%s'::uuid, at, md5(link)::uuid, link, sent / share, sent / share / 2, n %% 2
                """ + HOURS + """
                 CROSS JOIN (VALUES ('https://shop.example/sale', 5), ('https://shop.example/account/orders?from=receipt', 9),
                                    ('https://shop.example/blog/2026/a-long-title-that-does-not-end-soon-at-all', 20))
                       AS links (link, share)
                 WHERE sent / share > 0
                """, project);
        addCampaigns(server, project);
        addRanked(server, project);
        addBounces(server, project);
    }

    private static void insert(TestServer server, String statement, String project) {
        server.database().query(statement.formatted(project));
    }

    /** Six campaigns, a week apart. */
    private static void addCampaigns(TestServer server, String project) {
        insert(server, """
                WITH made AS (
                    INSERT INTO campaigns (project_id, id, name, subject, body, from_email, email_class, audience, status, started_at,
                                           ended_at)
                    SELECT '%s'::uuid, uuid_v7(), 'News of week ' || n, 'News', '<p>News</p>', 'news@example.test', 'MARKETING', 'ALL',
                           'SENT', now() - make_interval(days => 7 * n), now() - make_interval(days => 7 * n)
                      FROM generate_series(1, 6) AS n
                    RETURNING project_id, id, right(name, 1)::int AS n)
                INSERT INTO campaign_counts (project_id, campaign_id, sent, delivered, opened, clicked, bounced, complained, machine_opens)
                SELECT project_id, id, 2000, 1980 - n, 600 + 37 * (n * 5 %% 7), 120 + 9 * (n * 3 %% 7), 10 + n, 1, 400 FROM made
                """, project);
    }

    private static void addRanked(TestServer server, String project) {
        for (var name : new String[] {"Receipt", "Password reset", "Your order is on its way and will arrive soon"}) {
            server.post(
                    "/templates",
                    server.secretKey(0),
                    new JsonObject()
                            .put("name", name)
                            .put("subject", name)
                            .put("body", "<p>Hello</p>")
                            .put("type", "TRANSACTIONAL"));
        }
        insert(server, """
                INSERT INTO template_email_counts (project_id, at, template_id, sent, delivered, opened, clicked, bounced, complained,
                                                   machine_opens, machine_clicks)
                SELECT '%s'::uuid, at, id, 40, 39, 10 + length(name) %% 9, 3, 1, 0, 5, 1
                  FROM templates
                 CROSS JOIN LATERAL (SELECT date_trunc('hour', now()) - make_interval(days => d) AS at FROM generate_series(0, 80) AS d) AS days
                 WHERE project_id = '%1$s'::uuid
                """.replace("'%s'", "'%1$s'"), project);
        insert(server, """
                WITH made AS (
                    INSERT INTO workflows (project_id, id, name, trigger_type) VALUES ('%1$s'::uuid, uuid_v7(), 'Welcome', 'MANUAL')
                    RETURNING project_id, id), trigger AS (
                    INSERT INTO workflow_steps (project_id, id, workflow_id, type, name, position, config)
                    SELECT project_id, uuid_v7(), id, 'TRIGGER', 'Trigger', '{}', '{}' FROM made)
                INSERT INTO workflow_email_counts (project_id, at, workflow_id, sent, delivered, opened, clicked, bounced, complained,
                                                   machine_opens, machine_clicks)
                SELECT project_id, date_trunc('hour', now()), id, 300, 299, 120, 40, 2, 0, 50, 10 FROM made
                """, project);
    }

    private static void addBounces(TestServer server, String project) {
        insert(server, """
                INSERT INTO emails (project_id, id, contact_id, content_id, source, email_class, to_email, status, error, bounced_at)
                SELECT '%s'::uuid, uuid_v7(), gen_random_uuid(), gen_random_uuid(), 'CAMPAIGN', 'MARKETING', 'x' || n || '@example.org',
                       'BOUNCED',
                       CASE WHEN n < 9 THEN '550 5.1.1 <x' || n || '@example.org>: Recipient address rejected: User unknown'
                            WHEN n < 12 THEN '552 5.2.2 The mailbox is over its quota' WHEN n = 12 THEN '554 No'
                            ELSE 'Something else' END, now()
                  FROM generate_series(1, 13) AS n
                """, project);
    }
}
