package io.godwit.campaigns;

import io.godwit.core.LeaseLostException;
import io.godwit.segments.SegmentMemberStore;
import io.godwit.segments.filter.Selection;
import io.godwit.sending.EmailReason;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Map;
import java.util.UUID;

/** Counts and freezes the audience of a campaign, and inserts its emails page by page. */
final class AudienceStore {

    private static final UUID FIRST = new UUID(0, 0);

    private static final JsonObject SENTENCES = new JsonObject(Map.copyOf(EmailReason.sentences()));

    private static final String RAISE_WORK_MEMORY = "SELECT set_config('work_mem', '64MB', true)";

    private static final String DELETE = """
            DELETE FROM campaign_audience WHERE project_id = $1 AND campaign_id = $2
            """;

    private static final String FREEZE = """
            INSERT INTO campaign_audience (project_id, campaign_id, contact_id)
            SELECT $1, $%1$d, c.id
              FROM %2$s
             WHERE %3$s
               AND c.created_at <= (SELECT started_at FROM campaigns WHERE campaigns.project_id = $1 AND campaigns.id = $%1$d)
            """;

    private static final String FROZEN = """
            UPDATE campaigns
               SET audience_frozen = true,
                   recipients = CASE audience
                                WHEN 'ALL' THEN (SELECT count(*) FROM contacts
                                                  WHERE contacts.project_id = $1 AND contacts.created_at <= campaigns.started_at)
                                ELSE $4 END
             WHERE project_id = $1 AND id = $2 AND fence = $3 AND status = 'SENDING'
            RETURNING id
            """;

    private static final String PAGE = """
            WITH campaign AS MATERIALIZED (
                SELECT content_id, email_class, started_at, coalesce(last_contact, $5) AS last_contact,
                       email_class <> 'TRANSACTIONAL' AS needs_subscription,
                       leaves_direct($1, email_class, content_id) AS direct, relay_destination($1) AS relay_destination
                  FROM campaigns WHERE project_id = $1 AND id = $2 AND fence = $3 AND status = 'SENDING'),
            %s
            checked AS (
                SELECT page.id, page.email,
                       CASE WHEN needs_subscription AND NOT page.subscribed THEN 'UNSUBSCRIBED'
                            WHEN s.reason IS NOT NULL AND (needs_subscription OR s.reason <> 'COMPLAINT') THEN 'SUPPRESSED_' || s.reason
                       END AS refusal
                  FROM page
                 CROSS JOIN campaign
                  LEFT JOIN suppressions s ON s.project_id = $1 AND s.email = page.email
                 WHERE page.email IS NOT NULL),
            inserted AS (
                INSERT INTO emails (project_id, id, contact_id, content_id, campaign_id, source, email_class, to_email, status, reason, error)
                SELECT $1, uuid_v7(), checked.id, content_id, $2,
                       CASE email_class WHEN 'TRANSACTIONAL' THEN 'TRANSACTIONAL' ELSE 'CAMPAIGN' END, email_class, email,
                       CASE WHEN refusal IS NULL THEN 'PENDING' ELSE 'SUPPRESSED' END, refusal,
                       $4::jsonb ->> refusal
                  FROM checked CROSS JOIN campaign
                    ON CONFLICT (project_id, campaign_id, contact_id) WHERE campaign_id IS NOT NULL DO NOTHING
                RETURNING id, status, to_email),
            queued AS (
                INSERT INTO outbox (project_id, email_id, lane, campaign_id, destination)
                SELECT $1, id, 2, $2, CASE WHEN direct THEN coalesce(destination, 0) ELSE relay_destination END
                  FROM inserted
                 CROSS JOIN campaign
                  LEFT JOIN destination_domains ON domain = split_part(to_email, '@', 2)
                 WHERE status = 'PENDING')
            UPDATE campaigns
               SET last_contact = coalesce((SELECT id FROM page ORDER BY id DESC LIMIT 1), campaigns.last_contact),
                   audience_passed = audience_passed + size.n,
                   recipients = greatest(recipients, audience_passed + size.n),
                   audience_done = size.n < $6
              FROM (SELECT count(*) AS n FROM page) size
             WHERE project_id = $1 AND campaigns.id = $2 AND fence = $3 AND status = 'SENDING'
            RETURNING audience_done, (SELECT count(*) FROM inserted WHERE status = 'PENDING') AS inserted
            """;

    private static final String OF_ALL = """
            page AS MATERIALIZED (
                SELECT c.id, c.email, c.subscribed
                  FROM contacts c
                 WHERE c.project_id = $1 AND c.id > (SELECT last_contact FROM campaign)
                   AND c.created_at <= (SELECT started_at FROM campaign)
                 ORDER BY c.id
                 LIMIT $6),
            """;

    /** A contact deleted since the audience was frozen has no address here. */
    private static final String OF_FROZEN = """
            due AS MATERIALIZED (
                SELECT contact_id
                  FROM campaign_audience
                 WHERE project_id = $1 AND campaign_id = $2 AND contact_id > (SELECT last_contact FROM campaign)
                 ORDER BY contact_id
                 LIMIT $6),
            taken AS (
                DELETE FROM campaign_audience USING due
                 WHERE project_id = $1 AND campaign_id = $2 AND campaign_audience.contact_id = due.contact_id),
            page AS MATERIALIZED (
                SELECT due.contact_id AS id, c.email, c.subscribed
                  FROM due LEFT JOIN contacts c ON c.project_id = $1 AND c.id = due.contact_id),
            """;

    /** True when the pass over the audience would find another contact; the same conditions as those of a page. */
    private static final String MORE = """
            SELECT EXISTS (SELECT FROM campaigns
                            WHERE project_id = $1 AND id = $2
                              AND CASE audience
                                  WHEN 'ALL' THEN EXISTS (SELECT FROM contacts
                                                           WHERE contacts.project_id = $1
                                                             AND contacts.id > coalesce(campaigns.last_contact, $3)
                                                             AND contacts.created_at <= campaigns.started_at)
                                  ELSE EXISTS (SELECT FROM campaign_audience a
                                                WHERE a.project_id = $1 AND a.campaign_id = $2
                                                  AND a.contact_id > coalesce(campaigns.last_contact, $3)) END)
            """;

    private static final String LIMIT_COUNT = """
            SELECT set_config('statement_timeout', '5s', true)
            """;

    private final SegmentMemberStore members = new SegmentMemberStore();

    /** Counts the contacts of a selection, for a preview before sending; fails after five seconds. */
    Future<Long> count(SqlClient tx, Selection selection, boolean subscribedOnly) {
        var sql = "SELECT count(*) FROM " + selection.from() + " WHERE " + selection.where()
                + (subscribedOnly ? " AND c.subscribed" : "");
        return members.prepareCount(tx, selection)
                .compose(ignored -> tx.query(LIMIT_COUNT).execute())
                .compose(ignored -> tx.preparedQuery(sql).execute(Tuple.from(selection.parameters())))
                .map(rows -> rows.iterator().next().getLong(0));
    }

    /** Writes the contacts of the selection to {@code campaign_audience}; answers their number. */
    Future<Integer> freeze(SqlClient tx, ClaimedCampaign campaign, Selection selection) {
        var position = selection.nextParameter();
        var parameters = new ArrayList<>(selection.parameters());
        parameters.add(campaign.id().value());
        return tx.query(RAISE_WORK_MEMORY)
                .execute()
                .compose(ignored -> deleteAudience(tx, campaign))
                .compose(ignored -> tx.preparedQuery(FREEZE.formatted(position, selection.from(), selection.where()))
                        .execute(Tuple.from(parameters)))
                .map(rows -> rows.rowCount());
    }

    /** Deletes the rows an earlier attempt wrote, or a campaign that has ended left. */
    Future<Void> deleteAudience(SqlClient db, ClaimedCampaign campaign) {
        return db.preparedQuery(DELETE)
                .execute(Tuple.of(
                        campaign.tenant().project().value(), campaign.id().value()))
                .mapEmpty();
    }

    /**
     * Marks the audience as frozen: all contacts, or so many that were written. Fails with {@link LeaseLostException} when the claim
     * of the campaign is lost, and so undoes what was written: the next claim may have found other contacts.
     */
    Future<Void> frozen(SqlClient tx, ClaimedCampaign campaign, int written) {
        return tx.preparedQuery(FROZEN)
                .execute(CampaignClaimStore.key(campaign).addValue((long) written))
                .compose(rows ->
                        rows.size() > 0 ? Future.succeededFuture() : Future.failedFuture(new LeaseLostException()));
    }

    Future<Boolean> hasMore(SqlClient tx, ClaimedCampaign campaign) {
        return tx.preparedQuery(MORE)
                .execute(Tuple.of(
                        campaign.tenant().project().value(), campaign.id().value(), FIRST))
                .map(rows -> rows.iterator().next().getBoolean(0));
    }

    /**
     * A page of the audience.
     *
     * @param last whether it was the last one
     * @param mailed the number of emails it queued
     */
    record AudiencePage(boolean last, long mailed) {}

    /** Inserts the emails of the next page; the caller must have locked the campaign's row. */
    Future<AudiencePage> page(SqlClient tx, ClaimedCampaign campaign, int size) {
        var source = campaign.audience().kind() == Audience.Kind.ALL ? OF_ALL : OF_FROZEN;
        return tx.preparedQuery(PAGE.formatted(source))
                .execute(CampaignClaimStore.key(campaign)
                        .addValue(SENTENCES)
                        .addValue(FIRST)
                        .addValue(size))
                .map(rows -> rows.iterator().next())
                .map(row -> new AudiencePage(row.getBoolean(0), row.getLong(1)));
    }
}
