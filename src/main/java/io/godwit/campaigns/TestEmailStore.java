package io.godwit.campaigns;

import io.godwit.core.EmailAddress;
import io.godwit.core.Tenant;
import io.godwit.core.id.CampaignId;
import io.godwit.core.id.ContentId;
import io.godwit.core.id.EmailId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.UUID;

/** Inserts test emails into {@code emails} and {@code outbox}, and counts recent ones. */
final class TestEmailStore {

    /** The contact id of an email whose address belongs to no contact. */
    private static final UUID NOBODY = new UUID(0, 0);

    /** One test of a project at a time, so that none is miscounted. */
    private static final String LOCK = """
            SELECT pg_advisory_xact_lock(hashtextextended('godwit.tests ' || $1::text, 0))
            """;

    private static final String RECENT = """
            SELECT count(*) AS count,
                   coalesce(ceil(extract(epoch FROM min(created_at) + interval '1 hour' - now())), 0)::bigint AS free
              FROM (SELECT created_at FROM emails
                     WHERE project_id = $1 AND test AND created_at > now() - interval '1 hour'
                     ORDER BY created_at DESC LIMIT $2) recent
            """;

    private static final String WRITE = """
            WITH campaign AS (
                SELECT campaigns.*, projects.name AS project
                  FROM campaigns JOIN projects ON projects.id = campaigns.project_id
                 WHERE campaigns.project_id = $1 AND campaigns.id = $2),
            worded AS (
                INSERT INTO contents (project_id, id, subject, body, from_email, from_name, reply_to, headers)
                SELECT $1, $4, '[TEST] ' || subject, body, from_email, coalesce(from_name, project), reply_to,
                       '[{"name": "X-Godwit-Test", "value": "true"}]'
                  FROM campaign),
            mailed AS (
                INSERT INTO emails (project_id, id, contact_id, content_id, source, email_class, to_email, variables, tracking, test,
                                    request_id)
                SELECT $1, $3, coalesce(reader.id, $6), $4, 'TRANSACTIONAL', email_class, $5,
                       jsonb_build_object('kept', coalesce(reader.data, '{}')), false, true, $7
                  FROM campaign LEFT JOIN contacts reader ON reader.project_id = $1 AND reader.email = $5)
            INSERT INTO outbox (project_id, email_id, lane) SELECT $1, $3, 0 FROM campaign
            """;

    /** The number of test emails in the last hour, and the seconds until another is allowed. */
    record Recent(int count, long freeInSeconds) {}

    Future<Recent> recent(SqlClient tx, Tenant tenant, int limit) {
        return tx.preparedQuery(LOCK)
                .execute(Tuple.of(tenant.project().toString()))
                .compose(ignored -> tx.preparedQuery(RECENT)
                        .execute(Tuple.of(tenant.project().value(), limit)))
                .map(rows -> rows.iterator().next())
                .map(row -> new Recent(row.getInteger("count"), row.getLong("free")));
    }

    Future<Void> write(
            SqlClient tx,
            Tenant tenant,
            CampaignId campaign,
            EmailId email,
            ContentId content,
            EmailAddress to,
            String requestId) {
        return tx.preparedQuery(WRITE)
                .execute(Tuple.tuple()
                        .addUUID(tenant.project().value())
                        .addUUID(campaign.value())
                        .addUUID(email.value())
                        .addUUID(content.value())
                        .addString(to.value())
                        .addUUID(NOBODY)
                        .addString(requestId))
                .mapEmpty();
    }
}
