package io.godwit.segments.api;

import io.godwit.core.EmailAddress;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.SegmentId;
import io.godwit.segments.api.SegmentExplanation.Finding;
import io.godwit.segments.filter.Filter;
import io.godwit.segments.filter.FilterContext;
import io.godwit.segments.filter.FilterSql;
import io.godwit.segments.filter.HistoryJoin;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Evaluates the conditions of a filter for one contact in SQL, and reads its recorded memberships. */
final class ExplainStore {

    /** A contact that exists. */
    record KnownContact(ContactId id, EmailAddress email) {}

    private static final String KNOWN = """
            SELECT id, email FROM contacts WHERE project_id = $1 AND (id = $2 OR email = $3)
            """;

    private static final String LISTED = """
            SELECT 1 FROM segment_members WHERE project_id = $1 AND segment_id = $2 AND contact_id = $3
            """;

    private static final String ENTRIES = """
            SELECT segment_id, entered_at FROM segment_members WHERE project_id = $1 AND contact_id = $2
            """;

    /** The times at which a contact entered the segments whose members are recorded. */
    Future<Map<SegmentId, Instant>> entries(SqlClient db, Tenant tenant, ContactId contact) {
        return db.preparedQuery(ENTRIES)
                .execute(Tuple.of(tenant.project().value(), contact.value()))
                .map(rows -> {
                    var entries = new HashMap<SegmentId, Instant>();
                    rows.forEach(row -> entries.put(
                            new SegmentId(row.getUUID(0)),
                            row.getOffsetDateTime(1).toInstant()));
                    return entries;
                });
    }

    Future<Optional<KnownContact>> known(SqlClient db, Tenant tenant, Optional<UUID> id, Optional<EmailAddress> email) {
        return db.preparedQuery(KNOWN)
                .execute(Tuple.of(
                        tenant.project().value(),
                        id.orElse(null),
                        email.map(EmailAddress::value).orElse(null)))
                .map(rows -> {
                    for (var row : rows) {
                        return Optional.of(
                                new KnownContact(new ContactId(row.getUUID(0)), new EmailAddress(row.getString(1))));
                    }
                    return Optional.empty();
                });
    }

    Future<Boolean> isListed(SqlClient db, Tenant tenant, SegmentId segment, ContactId contact) {
        return db.preparedQuery(LISTED)
                .execute(Tuple.of(tenant.project().value(), segment.value(), contact.value()))
                .map(rows -> rows.size() > 0);
    }

    /** One finding for each condition, from left to right; none when the contact has just been deleted. */
    Future<List<Finding>> findings(
            SqlClient db, Tenant tenant, Filter filter, FilterContext around, ContactId contact) {
        var sql = new FilterSql(tenant.project(), HistoryJoin.FEW, around);
        var columns = filter.conditions()
                .map(condition -> "coalesce(" + condition.sql(sql) + ", false), ("
                        + condition.field().found(sql) + ")::text")
                .toList();
        var one = "c.id = " + sql.parameter(contact.value());
        var selection = sql.selection(one);
        return db.preparedQuery("SELECT " + String.join(", ", columns) + " FROM " + selection.from() + " WHERE "
                        + selection.where())
                .execute(Tuple.from(selection.parameters()))
                .map(rows -> {
                    for (var row : rows) {
                        return findings(row, columns.size());
                    }
                    return List.of();
                });
    }

    private static List<Finding> findings(Row row, int conditions) {
        var findings = new ArrayList<Finding>(conditions);
        for (var at = 0; at < conditions; at++) {
            findings.add(new Finding(row.getBoolean(2 * at), row.getString(2 * at + 1)));
        }
        return findings;
    }
}
