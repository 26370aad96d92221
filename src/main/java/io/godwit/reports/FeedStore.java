package io.godwit.reports;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Reads pages of the feed's other sources, each in the order of {@link FeedPosition}. */
final class FeedStore {

    static final int EVENTS = 0;
    static final int UNSENT = 1;
    static final int CAMPAIGNS = 2;
    static final int STARTED = 3;
    static final int ENDED = 4;

    private static final String NOT_SENT = """
            SELECT page.*, contents.subject, contents.from_email, contents.from_name, campaigns.name AS campaign
              FROM (SELECT * FROM (%s) AS parts ORDER BY id DESC LIMIT $4) AS page
              LEFT JOIN contents ON contents.project_id = $1 AND contents.id = page.content_id
              LEFT JOIN campaigns ON campaigns.project_id = $1 AND campaigns.id = page.campaign_id
             ORDER BY page.id DESC
            """;

    /** Emails of one status, because each status has its own index; without test emails. */
    private static final String OF_STATUS = """
            (SELECT id, contact_id, content_id, campaign_id, source, status, error, reason, to_email, to_name
               FROM emails
              WHERE project_id = $1 AND id >= uuid_v7_floor($2) AND id < $3 %s AND %s AND NOT test
              ORDER BY id DESC
              LIMIT $4)
            """;

    private static final String RUNS = """
            SELECT page.id, page.at, page.contact_id, page.workflow_id, page.status, page.exit_reason, contacts.email, workflows.name AS workflow
              FROM (%s LIMIT $4) AS page
              LEFT JOIN contacts ON contacts.project_id = $1 AND contacts.id = page.contact_id
              LEFT JOIN workflows ON workflows.project_id = $1 AND workflows.id = page.workflow_id
             ORDER BY page.at DESC, page.id DESC
            """;

    /** Executions that started; the start time is in the id. */
    private static final String STARTED_RUNS = RUNS.formatted("""
            SELECT id, uuid_v7_time(id) AS at, contact_id, workflow_id, status, exit_reason
              FROM executions
             WHERE project_id = $1 AND id >= uuid_v7_floor($2) AND id < $3 %s
             ORDER BY id DESC
            """);

    private static final String ENDED_RUNS = RUNS.formatted("""
            SELECT id, completed_at AS at, contact_id, workflow_id, status, exit_reason
              FROM executions
             WHERE project_id = $1 AND completed_at >= $2 AND (completed_at, id) < ($3, $5::uuid) %s
             ORDER BY completed_at DESC, id DESC
            """);

    private static final String SENT = """
            SELECT id, ended_at AS at, name, subject, recipients
              FROM campaigns
             WHERE project_id = $1 AND status = 'SENT' AND ended_at >= $2 AND (ended_at, id) < ($3, $5::uuid)
             ORDER BY ended_at DESC, id DESC
             LIMIT $4
            """;

    /** An entry with its position. */
    record Entry(FeedPosition position, Activity activity) {}

    /** A page of emails that were not sent; the query contains such types. */
    Future<List<Entry>> unsent(SqlClient db, FeedQuery query) {
        var parts = UnsentKind.of(query.types()).stream()
                .map(kind -> OF_STATUS.formatted(contact(query, 5), kind.condition()))
                .collect(Collectors.joining(" UNION ALL "));
        return page(db, NOT_SENT.formatted(parts), withContact(log(query, UNSENT), query))
                .map(rows -> rows.map(FeedStore::notSent).toList());
    }

    Future<List<Entry>> started(SqlClient db, FeedQuery query) {
        return page(db, STARTED_RUNS.formatted(contact(query, 5)), withContact(log(query, STARTED), query))
                .map(rows -> rows.map(row -> run(row, STARTED)).toList());
    }

    Future<List<Entry>> ended(SqlClient db, FeedQuery query) {
        return page(db, ENDED_RUNS.formatted(contact(query, 6)), withContact(timed(query, ENDED), query))
                .map(rows -> rows.map(row -> run(row, ENDED)).toList());
    }

    Future<List<Entry>> campaigns(SqlClient db, FeedQuery query) {
        return page(db, SENT, timed(query, CAMPAIGNS))
                .map(rows -> rows.map(FeedStore::campaign).toList());
    }

    static String contact(FeedQuery query, int parameter) {
        return query.contact().isPresent() ? "AND contact_id = $" + parameter : "";
    }

    static Tuple log(FeedQuery query, int rank) {
        return Tuple.of(
                query.tenant().project().value(),
                AnalyticsStore.time(query.from()),
                query.after().logBound(rank),
                query.limit());
    }

    private static Tuple timed(FeedQuery query, int rank) {
        return Tuple.of(
                query.tenant().project().value(),
                AnalyticsStore.time(query.from()),
                AnalyticsStore.time(query.after().at()),
                query.limit(),
                query.after().idBound(rank));
    }

    static Tuple withContact(Tuple parameters, FeedQuery query) {
        query.contact().ifPresent(parameters::addUUID);
        return parameters;
    }

    private static Future<Stream<Row>> page(SqlClient db, String sql, Tuple parameters) {
        return db.preparedQuery(sql).execute(parameters).map(rows -> StreamSupport.stream(rows.spliterator(), false));
    }

    private static Entry notSent(Row row) {
        var id = row.getUUID("id");
        var type = UnsentKind.valueOf(row.getString("status")).type();
        var metadata = new LinkedHashMap<String, @Nullable Object>();
        metadata.put("emailId", id.toString());
        metadata.put("subject", row.getString("subject"));
        metadata.put("from", row.getString("from_email"));
        metadata.put("fromName", row.getString("from_name"));
        metadata.put("toName", row.getString("to_name"));
        metadata.put("sourceType", row.getString("source"));
        Optional.ofNullable(row.getUUID("campaign_id"))
                .ifPresent(campaign -> metadata.put("campaignId", campaign.toString()));
        metadata.put("campaignName", row.getString("campaign"));
        metadata.put("error", row.getString("error"));
        metadata.put("reasonCode", row.getString("reason"));
        var at = FeedPosition.timeOf(id);
        return entry(
                new FeedPosition(at, UNSENT, id),
                new Activity(
                        id + type.word().replace("email.", "_"),
                        type,
                        at,
                        Optional.of(row.getString("to_email")),
                        Optional.of(row.getUUID("contact_id")),
                        metadata));
    }

    private static Entry run(Row row, int rank) {
        var id = row.getUUID("id");
        var type = rank == STARTED ? ActivityType.WORKFLOW_STARTED : ActivityType.WORKFLOW_COMPLETED;
        var metadata = new LinkedHashMap<String, @Nullable Object>();
        metadata.put("workflowId", row.getUUID("workflow_id").toString());
        metadata.put("executionId", id.toString());
        metadata.put("workflowName", row.getString("workflow"));
        metadata.put("status", row.getString("status"));
        if (rank == ENDED) {
            metadata.put("exitReason", row.getString("exit_reason"));
        }
        var at = at(row);
        return entry(
                new FeedPosition(at, rank, id),
                new Activity(
                        id + (rank == STARTED ? "_started" : "_completed"),
                        type,
                        at,
                        email(row),
                        Optional.of(row.getUUID("contact_id")),
                        metadata));
    }

    private static Entry campaign(Row row) {
        var id = row.getUUID("id");
        var metadata = new LinkedHashMap<String, @Nullable Object>();
        metadata.put("campaignId", id.toString());
        metadata.put("campaignName", row.getString("name"));
        metadata.put("subject", row.getString("subject"));
        metadata.put("totalRecipients", row.getLong("recipients"));
        return entry(
                new FeedPosition(at(row), CAMPAIGNS, id),
                new Activity(
                        id + "_sent",
                        ActivityType.CAMPAIGN_SENT,
                        at(row),
                        Optional.empty(),
                        Optional.<UUID>empty(),
                        metadata));
    }

    private static Instant at(Row row) {
        return row.getOffsetDateTime("at").toInstant();
    }

    private static Optional<String> email(Row row) {
        return Optional.ofNullable(row.getString("email"));
    }

    private static Entry entry(FeedPosition position, Activity activity) {
        return new Entry(position, activity);
    }
}
