package io.godwit.reports;

import io.godwit.core.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Reads what is scheduled (campaigns, waiting executions and emails), and what is being sent. */
final class UpcomingStore {

    private static final String CAMPAIGNS = """
            SELECT campaigns.id, campaigns.name, subject, recipients, audience, scheduled_at AS at, segments.name AS segment
              FROM campaigns
              LEFT JOIN segments ON segments.project_id = $1 AND segments.id = segment_id
             WHERE campaigns.project_id = $1 AND status = 'SCHEDULED' AND scheduled_at < now() + make_interval(days => $2)
             ORDER BY scheduled_at, campaigns.id
             LIMIT $3
            """;

    /** Executions that wait for a time, with their current step and the next email. */
    private static final String WAITING = """
            SELECT timer.execution_id, timer.due_at AS at, timer.contact_id, timer.workflow_id, timer.wait_event, contacts.email, workflows.name AS workflow,
                   step.name AS step, templates.subject
              FROM (SELECT execution_id, due_at, contact_id, workflow_id, wait_event
                      FROM execution_timers
                     WHERE project_id = $1 AND due_at > now() AND due_at < now() + make_interval(days => $2)
                       AND lease_until IS NULL
                     ORDER BY due_at, execution_id
                     LIMIT $3) AS timer
              JOIN executions ON executions.project_id = $1 AND executions.id = timer.execution_id
              LEFT JOIN workflows ON workflows.project_id = $1 AND workflows.id = timer.workflow_id
              LEFT JOIN workflow_steps AS step ON step.project_id = $1 AND step.id = executions.current_step_id
              LEFT JOIN LATERAL (
                    SELECT next.template_id
                      FROM workflow_transitions AS link
                      JOIN workflow_steps AS next ON next.project_id = $1 AND next.id = link.to_step_id
                     WHERE link.project_id = $1 AND link.from_step_id = executions.current_step_id AND next.template_id IS NOT NULL
                     ORDER BY link.priority, link.id
                     LIMIT 1) AS following ON true
              LEFT JOIN templates ON templates.project_id = $1 AND templates.id = following.template_id
              LEFT JOIN contacts ON contacts.project_id = $1 AND contacts.id = timer.contact_id
             ORDER BY timer.due_at, timer.execution_id
            """;

    /** Emails that were sent by the API with a time of their own. */
    private static final String EMAILS = """
            SELECT email.id, email.scheduled_at AS at, email.contact_id, email.to_email, email.to_name, contents.subject,
                   contents.from_email, contents.from_name
              FROM (SELECT id, scheduled_at, contact_id, to_email, to_name, content_id
                      FROM emails
                     WHERE project_id = $1 AND scheduled_at > now() AND scheduled_at < now() + make_interval(days => $2)
                       AND status = 'PENDING'
                     ORDER BY scheduled_at, id
                     LIMIT $3) AS email
              LEFT JOIN contents ON contents.project_id = $1 AND contents.id = email.content_id
             ORDER BY email.scheduled_at, email.id
            """;

    private static final String SENDING = """
            SELECT id, name FROM campaigns WHERE project_id = $1 AND status = 'SENDING' ORDER BY id DESC LIMIT $2
            """;

    /** A campaign whose emails are on their way. */
    record SendingCampaign(UUID id, String name) {}

    /** Finds the newest campaigns that are being sent. */
    Future<List<SendingCampaign>> sending(SqlClient db, Tenant tenant, int limit) {
        return db.preparedQuery(SENDING)
                .mapping(row -> new SendingCampaign(row.getUUID("id"), row.getString("name")))
                .execute(Tuple.of(tenant.project().value(), limit))
                .map(rows -> StreamSupport.stream(rows.spliterator(), false).toList());
    }

    /** Finds what is scheduled within so many days, soonest first. */
    Future<List<Activity>> soonest(SqlClient db, Tenant tenant, int days, int limit) {
        var campaigns = campaigns(db, tenant, days, limit);
        var waiting = waiting(db, tenant, days, limit);
        var emails = emails(db, tenant, days, limit);
        return Future.all(campaigns, waiting, emails)
                .map(ignored -> Stream.of(campaigns.result(), waiting.result(), emails.result())
                        .flatMap(List::stream)
                        .sorted(Comparator.comparing(Activity::timestamp))
                        .limit(limit)
                        .toList());
    }

    private Future<List<Activity>> emails(SqlClient db, Tenant tenant, int days, int limit) {
        return list(db, EMAILS, tenant, days, limit)
                .map(rows -> rows.stream().map(UpcomingStore::email).toList());
    }

    private Future<List<Activity>> campaigns(SqlClient db, Tenant tenant, int days, int limit) {
        return list(db, CAMPAIGNS, tenant, days, limit)
                .map(rows -> rows.stream().map(UpcomingStore::campaign).toList());
    }

    private Future<List<Activity>> waiting(SqlClient db, Tenant tenant, int days, int limit) {
        return list(db, WAITING, tenant, days, limit)
                .map(rows -> rows.stream().map(UpcomingStore::run).toList());
    }

    private static Future<List<Row>> list(SqlClient db, String sql, Tenant tenant, int days, int limit) {
        return db.preparedQuery(sql)
                .execute(Tuple.of(tenant.project().value(), days, limit))
                .map(rows -> StreamSupport.stream(rows.spliterator(), false).toList());
    }

    private static Activity email(Row row) {
        var metadata = new LinkedHashMap<String, @Nullable Object>();
        metadata.put("emailId", row.getUUID("id").toString());
        metadata.put("subject", row.getString("subject"));
        metadata.put("from", row.getString("from_email"));
        metadata.put("fromName", row.getString("from_name"));
        metadata.put("toName", row.getString("to_name"));
        return new Activity(
                "email_" + row.getUUID("id") + "_scheduled",
                ActivityType.EMAIL_SCHEDULED,
                row.getOffsetDateTime("at").toInstant(),
                Optional.of(row.getString("to_email")),
                Optional.of(row.getUUID("contact_id")),
                metadata);
    }

    private static Activity campaign(Row row) {
        var metadata = new LinkedHashMap<String, @Nullable Object>();
        metadata.put("campaignId", row.getUUID("id").toString());
        metadata.put("campaignName", row.getString("name"));
        metadata.put("subject", row.getString("subject"));
        metadata.put("totalRecipients", row.getLong("recipients"));
        metadata.put("segmentName", row.getString("segment"));
        metadata.put("audienceType", row.getString("audience"));
        return new Activity(
                "campaign_" + row.getUUID("id") + "_scheduled",
                ActivityType.CAMPAIGN_SCHEDULED,
                row.getOffsetDateTime("at").toInstant(),
                Optional.empty(),
                Optional.empty(),
                metadata);
    }

    private static Activity run(Row row) {
        var metadata = new LinkedHashMap<String, @Nullable Object>();
        metadata.put("workflowId", row.getUUID("workflow_id").toString());
        metadata.put("executionId", row.getUUID("execution_id").toString());
        metadata.put("workflowName", row.getString("workflow"));
        metadata.put("stepName", row.getString("step"));
        metadata.put("subject", row.getString("subject"));
        metadata.put("awaits", row.getString("wait_event"));
        return new Activity(
                "workflow_step_" + row.getUUID("execution_id") + "_scheduled",
                ActivityType.WORKFLOW_EMAIL_SCHEDULED,
                row.getOffsetDateTime("at").toInstant(),
                Optional.ofNullable(row.getString("email")),
                Optional.of(row.getUUID("contact_id")),
                metadata);
    }
}
