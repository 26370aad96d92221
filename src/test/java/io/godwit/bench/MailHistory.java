package io.godwit.bench;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The history of some million mails of a few projects over 95 days, set-wise: per mail about two and a half events (sent,
 * delivered, opened, clicked, bounced, complained of), beside them some of the projects' own. Every second stretch of 20,000
 * mails is a campaign, one campaign is large, and one has skipped nearly all of its audience.
 */
final class MailHistory {

    private static final int SLICE = 250_000;
    private static final int DAYS = 95;

    /** One moment for all rows, so that ids made twice are the same. */
    private static final String START = Instant.now().toString();

    private final List<String> before = new ArrayList<>();
    private final List<String> mails = new ArrayList<>();
    private final List<String> events = new ArrayList<>();
    private final List<String> after = new ArrayList<>();

    /**
     * Statements, one transaction each; on connections without time limits some minutes.
     *
     * @param beside in the order of each list, the lists beside each other
     */
    record Work(List<String> before, List<List<String>> beside, List<String> after) {}

    private MailHistory() {}

    /**
     * The statements that make it.
     *
     * @param projects the first has six of seven mails, and all the skipped ones
     * @param count of mails of all projects; a mail has some two and a half events
     */
    static Work work(List<String> projects, int contacts, int count, int skipped) {
        var history = new MailHistory();
        history.prepare();
        for (var at = 0; at < projects.size(); at++) {
            var first = at == 0;
            var rest = count / 7 / (projects.size() - 1);
            history.fill(projects.get(at), first ? contacts : contacts / 20, first ? count / 7 * 6 : rest);
        }
        history.skip(projects.get(0), contacts, skipped);
        history.finish();
        return new Work(history.before, List.of(history.mails, history.events), history.after);
    }

    private static void add(List<String> statements, String sql) {
        statements.add(sql.replace("START", "timestamptz '" + START + "'").replace("DAYS", Integer.toString(DAYS)));
    }

    private void prepare() {
        add(before, """
                CREATE FUNCTION bench_id(moment timestamptz, serial bigint) RETURNS uuid LANGUAGE sql IMMUTABLE
                RETURN (lpad(to_hex((extract(epoch FROM moment) * 1000)::bigint), 12, '0') || '7'
                        || lpad(to_hex((serial >> 20) & 4095), 3, '0') || '8' || lpad(to_hex(serial & 1048575), 15, '0'))::uuid
                """);
        add(before, """
                CREATE FUNCTION bench_address(n bigint) RETURNS text LANGUAGE sql IMMUTABLE
                RETURN 'contact' || n || '@' || (ARRAY['gmail.com', 'gmail.com', 'gmail.com', 'outlook.com', 'hotmail.com', 'yahoo.com',
                       'icloud.com', 'gmx.de', 'web.de', 't-online.de', 'example.com', 'example.org'])[1 + n % 12]
                """);
        for (var month = 1; month <= 4; month++) {
            add(before, """
                    DO $$
                    DECLARE month timestamptz := date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - make_interval(months => %1$d);
                    BEGIN
                        EXECUTE format('CREATE TABLE events_bench_%1$d PARTITION OF events FOR VALUES FROM (%%L) TO (%%L)',
                                       uuid_v7_floor(month), uuid_v7_floor(month + interval '1 month'));
                    END $$
                    """.formatted(month));
        }
        add(before, "DROP INDEX events_of_contact, events_by_name, events_of_email");
    }

    /** Mails are numbered in the order of time. */
    private void fill(String project, int contacts, int count) {
        add(before, """
                INSERT INTO contacts (project_id, id, email, subscribed, created_at)
                SELECT '%1$s', bench_id(START - make_interval(days => DAYS + 1), n), bench_address(n), n %% 5 > 0, START - make_interval(days => DAYS + 1)
                  FROM generate_series(0, %2$d - 1) n
                """.formatted(project, contacts));
        add(before, """
                INSERT INTO contents (project_id, id, subject, body, from_email, from_name)
                SELECT '%1$s', bench_id(START, n), 'News ' || n, '<p>Hello</p>', 'shop@example.test', 'The shop' FROM generate_series(0, 999) n
                """.formatted(project));
        add(before, """
                INSERT INTO campaigns (project_id, id, name, subject, body, from_email, email_class, audience, status, recipients, created_at, started_at, ended_at)
                SELECT '%1$s', bench_id(START, n), 'Campaign ' || n, 'News', '<p>Hello</p>', 'shop@example.test', 'MARKETING', 'ALL', 'SENT', 20000,
                       at - interval '1 hour', at, at + interval '14 hours'
                  FROM generate_series(0, %2$d / 20000 + 1) n
                 CROSS JOIN LATERAL (SELECT START - make_interval(secs => (%2$d - n * 20000) * DAYS * 86400.0 / %2$d) AS at) moment
                 WHERE n %% 2 = 0 OR n > %2$d / 20000
                """.formatted(project, count));
        for (var from = 0; from < count; from += SLICE) {
            var to = Math.min(from + SLICE, count) - 1;
            add(mails, MAILS.formatted(project, count, contacts, from, to));
            add(events, EVENTS.formatted(project, count, contacts, from, to));
        }
    }

    /** Number, time, contact, campaign (every second stretch; a large one in the middle) and source of each mail. */
    private static final String NUMBERED = """
                  FROM generate_series(%4$d, %5$d) n
                 CROSS JOIN LATERAL (SELECT START - make_interval(secs => (%2$d - n) * DAYS * 86400.0 / %2$d) AS at,
                                            CASE WHEN n BETWEEN %2$d / 2 AND %2$d / 2 + least(500000, %3$d) - 1 THEN n - %2$d / 2
                                                 ELSE (n * 7919::bigint) %% %3$d END AS who,
                                            CASE WHEN n BETWEEN %2$d / 2 AND %2$d / 2 + least(500000, %3$d) - 1 THEN %2$d / 20000 + 1
                                                 WHEN n / 20000 %% 2 = 0 THEN n / 20000 END AS campaign
                                    OFFSET 0) AS numbered
                 CROSS JOIN LATERAL (SELECT bench_id(at, n) AS id, bench_id(START - make_interval(days => DAYS + 1), who) AS contact,
                                            CASE WHEN campaign IS NOT NULL THEN bench_id(START, campaign) END AS campaign_id,
                                            CASE WHEN campaign IS NOT NULL THEN 'CAMPAIGN' WHEN n %% 3 = 0 THEN 'WORKFLOW'
                                                 ELSE 'TRANSACTIONAL' END AS source
                                    OFFSET 0) AS mail
            """;

    /** One in a hundred is refused by the mail server, as many come back later, one in five thousand fails. */
    private static final String MAILS = """
            INSERT INTO emails (project_id, id, contact_id, content_id, campaign_id, source, email_class, to_email, status, error, opens, clicks,
                                created_at, updated_at, sent_at, delivered_at, opened_at, clicked_at, bounced_at, complained_at)
            SELECT '%1$s', id, contact, bench_id(START, n %% 1000), campaign_id, source, 'MARKETING', bench_address(who), status,
                   CASE status WHEN 'BOUNCED' THEN '550 5.1.1 No such user' WHEN 'FAILED' THEN 'The message is too large' END,
                   (status IN ('OPENED', 'CLICKED'))::int, (status = 'CLICKED')::int, at, at,
                   CASE WHEN status <> 'FAILED' AND n %% 100 <> 13 THEN at + interval '2 s' END,
                   CASE WHEN status IN ('DELIVERED', 'OPENED', 'CLICKED', 'COMPLAINED') THEN at + interval '5 s' END,
                   CASE WHEN status IN ('OPENED', 'CLICKED') THEN at + interval '1 hour' END,
                   CASE WHEN status = 'CLICKED' THEN at + interval '1 hour' END,
                   CASE WHEN status = 'BOUNCED' THEN at + interval '3 s' END,
                   CASE WHEN status = 'COMPLAINED' THEN at + interval '9 hours' END
            """ + NUMBERED + """
                 CROSS JOIN LATERAL (SELECT CASE WHEN n %% 5000 = 9 THEN 'FAILED' WHEN n %% 50 = 13 THEN 'BOUNCED' WHEN n %% 2000 = 5 THEN 'COMPLAINED'
                                                 WHEN n %% 12 = 0 THEN 'CLICKED' WHEN n %% 3 = 0 THEN 'OPENED'
                                                 WHEN n %% 20 = 1 THEN 'SENT' ELSE 'DELIVERED' END AS status
                                    OFFSET 0) AS ended
                 ORDER BY id
                ON CONFLICT DO NOTHING
            """;

    /** The rows that follow from it; every fifth mail comes with an event of the project's own, of sixty names. */
    private static final String EVENTS = """
            INSERT INTO events (project_id, id, contact_id, name, data, email_id, created_at)
            SELECT '%1$s', bench_id(at + late, n * 8 + kind), contact, name,
                   CASE WHEN kind = 7 THEN '{"price": 5}'::jsonb
                        ELSE jsonb_build_object('subject', 'News ' || n %% 1000, 'from', 'shop@example.test', 'fromName', 'The shop', 'emailId', id,
                                                'templateId', NULL, 'campaignId', campaign_id, 'sourceType', source) || more END,
                   CASE WHEN kind <> 7 THEN id END, at + late
            """ + NUMBERED + """
                 CROSS JOIN LATERAL (
                       SELECT 1, 'email.sent', interval '2 s', '{}'::jsonb WHERE n %% 5000 <> 9 AND n %% 100 <> 13
                       UNION ALL
                       SELECT 2, 'email.delivery', interval '5 s', '{}' WHERE n %% 5000 <> 9 AND n %% 50 <> 13 AND n %% 20 <> 1
                       UNION ALL
                       SELECT 3, 'email.open', make_interval(mins => 20 + n %% 600), '{"opens": 1, "isFirstOpen": true}' WHERE n %% 3 = 0
                       UNION ALL
                       SELECT 4, 'email.open', make_interval(mins => 900 + n %% 600), '{"opens": 2, "isFirstOpen": false}' WHERE n %% 15 = 0
                       UNION ALL
                       SELECT 5, 'email.click', make_interval(mins => 21 + n %% 600),
                              jsonb_build_object('link', 'https://shop.example/' || n %% 30, 'clicks', 1, 'isFirstClick', true) WHERE n %% 12 = 0
                       UNION ALL
                       SELECT 6, 'email.bounce', interval '3 s', CASE WHEN n %% 100 = 13 THEN '{"bounceType": "Permanent"}'::jsonb
                              ELSE '{"bounceType": "Permanent", "bounceClass": "hard"}' END WHERE n %% 50 = 13
                       UNION ALL
                       SELECT 6, 'email.complaint', interval '9 hours', '{"complaintType": "abuse"}' WHERE n %% 2000 = 5
                       UNION ALL
                       SELECT 7, CASE WHEN n %% 10000 = 0 THEN 'rare' ELSE 'seen ' || n %% 59 END, interval '1 s', NULL WHERE n %% 5 = 0)
                       AS happened (kind, name, late, more)
                 WHERE at + late < START
                 ORDER BY 2
            """;

    /** Five days ago a campaign met an audience that had unsubscribed. */
    private void skip(String project, int contacts, int skipped) {
        add(before, """
                INSERT INTO campaigns (project_id, id, name, subject, body, from_email, email_class, audience, status, recipients, created_at, started_at, ended_at)
                VALUES ('%1$s', bench_id(START, 1000000), 'Skipped', 'News', '<p>Hello</p>', 'shop@example.test', 'MARKETING', 'ALL', 'SENT', %2$d,
                        START - interval '5 days', START - interval '5 days', START - interval '5 days' + interval '1 minute')
                """.formatted(project, skipped));
        add(mails, """
                INSERT INTO emails (project_id, id, contact_id, content_id, campaign_id, source, email_class, to_email, status, reason, error, created_at)
                SELECT '%1$s', bench_id(START - interval '5 days' + make_interval(secs => n / 20000.0), 50000000 + n),
                       bench_id(START - make_interval(days => DAYS + 1), n %% %3$d), bench_id(START, 1), bench_id(START, 1000000), 'CAMPAIGN',
                       'MARKETING', bench_address(n %% %3$d), 'SUPPRESSED', 'UNSUBSCRIBED', 'The contact is not subscribed', START - interval '5 days'
                  FROM generate_series(0, %2$d - 1) n
                    ON CONFLICT DO NOTHING
                """.formatted(project, skipped, contacts));
    }

    private void finish() {
        add(after, "CREATE INDEX events_of_contact ON events (project_id, contact_id, id)");
        add(after, "CREATE INDEX events_by_name ON events (project_id, name, id)");
        add(after, "CREATE INDEX events_of_email ON events (project_id, email_id) WHERE email_id IS NOT NULL");
        add(after, "VACUUM ANALYZE events");
        add(after, "VACUUM ANALYZE emails");
        add(after, "VACUUM ANALYZE contacts");
        add(
                after,
                "TRUNCATE email_counts, email_provider_counts, campaign_counts, campaign_links, campaign_clickers, "
                        + "template_email_counts, workflow_email_counts, link_counts, link_clickers, audience_counts, "
                        + "campaign_time_counts, campaign_provider_counts");
        add(
                after,
                "UPDATE email_count_progress SET counted_until = date_trunc('hour', START - make_interval(days => DAYS)), "
                        + "details_counted_from = date_trunc('hour', START - make_interval(days => DAYS)), "
                        + "campaigns_counted_from = date_trunc('hour', START - make_interval(days => DAYS)), "
                        + "campaigns_counted_until = date_trunc('hour', START - make_interval(days => DAYS))");
        add(after, "UPDATE projects SET created_at = START - make_interval(days => DAYS)");
    }
}
