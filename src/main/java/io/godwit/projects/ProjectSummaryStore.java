package io.godwit.projects;

import io.godwit.core.Tenant;
import io.godwit.core.id.ProjectId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads summaries and the set-up progress of projects, from tables of several features. */
final class ProjectSummaryStore {

    private static final String BRIEF = """
            SELECT id, name, created_at,
                   (SELECT domain FROM domains WHERE project_id = projects.id AND verified
                     ORDER BY domains.id LIMIT 1) AS domain
              FROM projects
             WHERE id = ANY ($1)
             ORDER BY id
            """;

    private static final String SETUP = """
            SELECT EXISTS (SELECT FROM billing_accounts WHERE project_id = $1 AND subscription IS NOT NULL) AS subscribed,
                   EXISTS (SELECT FROM domains WHERE project_id = $1 AND verified) AS domain,
                   (SELECT coalesce(sum(count), 0)::bigint
                      FROM (SELECT count FROM contact_counts WHERE project_id = $1 AND name = 'email'
                            UNION ALL
                            SELECT (deltas ->> 'email')::bigint FROM contact_deltas WHERE project_id = $1) counted) AS contacts,
                   (SELECT max(started_at) FROM campaigns WHERE project_id = $1) AS sent,
                   EXISTS (SELECT FROM workflows WHERE project_id = $1 AND enabled) AS workflow,
                   EXISTS (SELECT FROM emails WHERE project_id = $1 AND source <> 'INBOUND' AND NOT test) AS email,
                   EXISTS (SELECT FROM campaigns WHERE project_id = $1 AND status = 'SENDING') AS sending,
                   EXISTS (SELECT FROM campaigns WHERE project_id = $1 AND status = 'SCHEDULED')
                       OR EXISTS (SELECT FROM emails WHERE project_id = $1 AND scheduled_at > now() AND status = 'PENDING')
                       OR EXISTS (SELECT FROM execution_timers WHERE project_id = $1 AND due_at > now() AND due_at < 'infinity') AS planned
            """;

    /** The summary of a project. */
    record ProjectSummary(ProjectId id, String name, Optional<String> defaultSenderDomain, Instant createdAt) {}

    /**
     * The progress of a new project's set-up, and what there is to show of it.
     *
     * @param hasEmail whether an email was ever accepted, without tests
     * @param hasPlanned whether a campaign, an email or an execution waits for its time
     */
    record SetupProgress(
            boolean hasSubscription,
            boolean hasVerifiedDomain,
            long contactCount,
            Optional<Instant> lastCampaignSentAt,
            boolean hasEnabledWorkflow,
            boolean hasEmail,
            boolean hasSendingCampaign,
            boolean hasPlanned) {}

    Future<List<ProjectSummary>> brief(SqlClient db, List<ProjectId> projects) {
        var ids = projects.stream().map(ProjectId::value).toArray(UUID[]::new);
        return db.preparedQuery(BRIEF)
                .mapping(ProjectSummaryStore::brief)
                .execute(Tuple.tuple().addArrayOfUUID(ids))
                .map(rows -> rows.stream().toList());
    }

    Future<SetupProgress> setup(SqlClient db, Tenant tenant) {
        return db.preparedQuery(SETUP)
                .mapping(ProjectSummaryStore::setup)
                .execute(Tuple.of(tenant.project().value()))
                .map(rows -> rows.iterator().next());
    }

    private static ProjectSummary brief(Row row) {
        return new ProjectSummary(
                new ProjectId(row.getUUID("id")),
                row.getString("name"),
                Optional.ofNullable(row.getString("domain")),
                row.getOffsetDateTime("created_at").toInstant());
    }

    private static SetupProgress setup(Row row) {
        return new SetupProgress(
                row.getBoolean("subscribed"),
                row.getBoolean("domain"),
                row.getLong("contacts"),
                Optional.ofNullable(row.getOffsetDateTime("sent")).map(sent -> sent.toInstant()),
                row.getBoolean("workflow"),
                row.getBoolean("email"),
                row.getBoolean("sending"),
                row.getBoolean("planned"));
    }
}
