package io.godwit.events;

import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/** Deletions from the {@code events} table. */
final class EventDeletionStore {

    /** Subtracts deleted events from the daily counts of days that are over. */
    private static final String CORRECT = """
            , deleted_counts AS (
                SELECT name, uuid_v7_date(id) AS day, count(*) AS count FROM deleted GROUP BY name, uuid_v7_date(id)),
            corrected AS (
                UPDATE event_daily_counts
                   SET count = event_daily_counts.count - deleted_counts.count
                  FROM deleted_counts
                 WHERE event_daily_counts.project_id = $1 AND event_daily_counts.name = deleted_counts.name
                   AND event_daily_counts.day = deleted_counts.day)
            """;

    private static final String DELETE_OF_CONTACTS = """
            WITH deleted AS (
                DELETE FROM events WHERE project_id = $1 AND contact_id = ANY ($2::uuid[]) RETURNING name, id)
            """ + CORRECT + """
            SELECT count(*) FROM deleted
            """;

    private static final String DELETE_NAMED = """
            WITH deleted AS (
                DELETE FROM events
                 WHERE project_id = $1
                   AND id = ANY (ARRAY(SELECT id FROM events
                                        WHERE project_id = $1 AND name = $2 AND id > $3 ORDER BY id LIMIT $4))
                RETURNING name, id)
            """ + CORRECT + """
            SELECT count(*), (SELECT id FROM deleted ORDER BY id DESC LIMIT 1) FROM deleted
            """;

    /**
     * The progress of a deletion.
     *
     * @param last the highest id deleted; the given id when no event was left
     */
    record Deleted(long count, UUID last) {

        /** Returns the progress after a later batch. */
        Deleted plus(Deleted later) {
            return new Deleted(count + later.count, later.last);
        }
    }

    Future<Void> deleteOf(SqlClient tx, Tenant tenant, List<ContactId> contacts) {
        var ids = contacts.stream().map(ContactId::value).toArray(UUID[]::new);
        return tx.preparedQuery(DELETE_OF_CONTACTS)
                .execute(Tuple.of(tenant.project().value(), (Object) ids))
                .mapEmpty();
    }

    /** Deletes up to {@code limit} events of this name with higher ids than {@code after}, oldest first. */
    Future<Deleted> deleteNamed(SqlClient tx, Tenant tenant, String name, UUID after, int limit) {
        return tx.preparedQuery(DELETE_NAMED)
                .mapping(row -> new Deleted(row.getLong(0), Objects.requireNonNullElse(row.getUUID(1), after)))
                .execute(Tuple.of(tenant.project().value(), name, after, limit))
                .map(rows -> rows.iterator().next());
    }
}
