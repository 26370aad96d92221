package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.TestServer;
import io.godwit.kit.api.JobApi;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The first project of a server with as much in it as pages are tested with: 10,000 imported contacts, 3,300 emails of every
 * status, half of them of campaigns that are sent, 3,000 events, 12 campaigns, 8 workflows, 3 segments and the counts of 190 days.
 */
final class SeededProject {

    private static final int CONTACTS = 10_000;

    /** Their content is in a row each, as those of a campaign are not; the newest are a minute apart. */
    private static final String EMAILS = """
            WITH content AS (
                INSERT INTO contents (project_id, id, subject, body, from_email)
                VALUES ('%1$s', uuid_v7(), 'News', '<p>Hello</p>', 'news@example.test') RETURNING id)
            INSERT INTO emails (project_id, id, contact_id, content_id, campaign_id, source, email_class, to_email, status, error,
                                created_at, sent_at)
            SELECT project_id, uuid_v7(), contact.id, content.id, campaign.id,
                   CASE WHEN campaign.id IS NULL THEN 'TRANSACTIONAL' ELSE 'CAMPAIGN' END,
                   CASE WHEN campaign.id IS NULL THEN 'TRANSACTIONAL' ELSE 'MARKETING' END, email, status,
                   CASE WHEN status IN ('BOUNCED', 'FAILED') THEN '550 5.1.1 No such user' END, at,
                   CASE WHEN status NOT IN ('FAILED', 'SUPPRESSED', 'CANCELLED') THEN at END
              FROM (SELECT project_id, id, email, row_number() OVER (ORDER BY id) AS n FROM contacts WHERE project_id = '%1$s') contact
             CROSS JOIN content
              LEFT JOIN (SELECT id, row_number() OVER (ORDER BY id) AS k FROM campaigns WHERE project_id = '%1$s' AND status = 'SENT') campaign
                     ON k = n %% 12
             CROSS JOIN LATERAL (SELECT now() - make_interval(mins => n::int) AS at) moment
             CROSS JOIN LATERAL (SELECT (ARRAY['SENT', 'DELIVERED', 'DELIVERED', 'OPENED', 'OPENED', 'CLICKED', 'BOUNCED', 'COMPLAINED',
                                               'FAILED', 'SUPPRESSED', 'CANCELLED'])[1 + n %% 11] AS status) ended
             WHERE n <= 3300
            """;

    private static final String EVENTS = """
            INSERT INTO events (project_id, id, contact_id, name, data, created_at)
            SELECT project_id, uuid_v7(), id, (ARRAY['bought', 'opened the app', 'read a page'])[1 + n %% 3], '{"price": 5}', now()
              FROM (SELECT project_id, id, row_number() OVER (ORDER BY id) AS n FROM contacts WHERE project_id = '%1$s') contact
             WHERE n <= 3000
            """;

    private final TestServer server;

    private SeededProject(TestServer server) {
        this.server = server;
    }

    static void fill(TestServer server) {
        new SeededProject(server).fill();
    }

    private void fill() {
        AnalyticsHistory.fill(server);
        var job = new JobApi(server.baseUrl(), server.secretKey(0)).imported(contacts());
        assertThat(job.getInteger("createdCount")).as(job.encode()).isEqualTo(CONTACTS);
        server.database().query(EMAILS.formatted(server.projectId(0)));
        server.database().query(EVENTS.formatted(server.projectId(0)));
        IntStream.range(0, 6).forEach(this::addCampaign);
        IntStream.range(0, 7).forEach(this::addWorkflow);
        IntStream.of(20, 40, 60).forEach(this::addSegment);
    }

    private static String contacts() {
        return "email,subscribed,plan,age,city\n"
                + IntStream.range(0, CONTACTS)
                        .mapToObj(n -> "person%d@example.org,%s,%s,%d,Town %d"
                                .formatted(n, n % 5 > 0, n % 3 == 0 ? "pro" : "free", n % 90, n % 300))
                        .collect(Collectors.joining("\n"));
    }

    private void addCampaign(int number) {
        var body = "<p>" + "All that is new with us. ".repeat(400) + "</p>";
        add(
                "/campaigns",
                new JsonObject()
                        .put("name", "Planned " + number)
                        .put("subject", "News")
                        .put("body", body)
                        .put("from", "news@" + server.domain(0))
                        .put("audienceType", "ALL"));
    }

    private void addWorkflow(int number) {
        add("/workflows", new JsonObject().put("name", "Series " + number).put("eventName", "bought"));
    }

    private void addSegment(int age) {
        var condition = new JsonObject()
                .put("field", "data.age")
                .put("operator", "greaterThan")
                .put("value", age);
        var filters = new JsonObject().put("operator", "AND").put("conditions", new JsonArray().add(condition));
        add("/segments", new JsonObject().put("name", "Older than " + age).put("filters", filters));
    }

    private void add(String path, JsonObject body) {
        var answer = server.post(path, server.secretKey(0), body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    }
}
