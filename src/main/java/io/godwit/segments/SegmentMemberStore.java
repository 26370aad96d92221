package io.godwit.segments;

import io.godwit.contacts.ContactRows;
import io.godwit.contacts.StoredContact;
import io.godwit.core.EmailAddress;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.SegmentId;
import io.godwit.segments.filter.Selection;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** SQL that finds the members of a segment, by its filter and in the {@code segment_members} table. */
public final class SegmentMemberStore {

    private static final String CONTACT =
            " c.id, c.email, c.subscribed, c.data::text AS data, c.created_at, c.updated_at ";

    /**
     * Settings of a count. A pass over JSON documents costs ten times what the planner believes, so a second process pays from
     * 100,000 contacts on (16.5 against 20.2 ms, 2026-11-24). Joined sets are in shared memory, of which a container has 64 MB: with
     * the default work_mem of 8 MB one count takes 24 MB of it. The next pass counts again what a crash may take away.
     */
    private static final String PREPARE_COUNT = """
            SELECT set_config('parallel_setup_cost', '100', true), set_config('hash_mem_multiplier', '1', true),
                   set_config('synchronous_commit', 'off', true)
            """;

    /**
     * As {@code PREPARE_COUNT}, for filters that group histories: the groups stay off the disk, and nothing in shared memory
     * has that size.
     */
    private static final String PREPARE_GROUPED_COUNT = """
            SELECT set_config('work_mem', '64MB', true), set_config('enable_parallel_hash', 'off', true),
                   set_config('synchronous_commit', 'off', true)
            """;

    private static final String COUNT_SUPPRESSED = """
            SELECT count(*), count(*) FILTER (WHERE c.reason = 'COMPLAINT') FROM %s WHERE %s
            """;

    private static final String RAISE_WORK_MEMORY = "SELECT set_config('work_mem', '64MB', true)";

    private static final String FIND = """
            SELECT email, id FROM contacts WHERE project_id = $1 AND email = ANY ($2::text[])
            """;

    private static final String ADD = """
            WITH added AS (
                INSERT INTO segment_members (project_id, segment_id, contact_id)
                SELECT $1, $2, contact_id FROM unnest($3::uuid[]) AS requested (contact_id) ORDER BY contact_id
                    ON CONFLICT DO NOTHING
                RETURNING contact_id)
            UPDATE segments SET member_count = member_count + (SELECT count(*) FROM added)
             WHERE project_id = $1 AND id = $2
            """;

    private static final String REMOVE = """
            WITH locked AS MATERIALIZED (
                SELECT ctid AS place FROM segment_members
                 WHERE project_id = $1 AND segment_id = $2 AND contact_id = ANY ($3::uuid[])
                 ORDER BY contact_id FOR UPDATE),
            removed AS (
                DELETE FROM segment_members WHERE ctid = ANY (ARRAY(SELECT place FROM locked)) RETURNING 1)
            UPDATE segments SET member_count = greatest(0, member_count - (SELECT count(*) FROM removed))
             WHERE project_id = $1 AND id = $2
            """;

    /**
     * Deletes memberships in the order in which pages of a computation lock them, and then counts the static segments, whose counts say
     * where their pages begin; the next computation counts the others.
     */
    private static final String DELETE = """
            WITH locked AS MATERIALIZED (
                SELECT ctid AS place FROM segment_members
                 WHERE project_id = $1 AND contact_id = ANY ($2::uuid[])
                 ORDER BY contact_id, segment_id FOR UPDATE),
            deleted AS (
                DELETE FROM segment_members WHERE ctid = ANY (ARRAY(SELECT place FROM locked)) RETURNING segment_id),
            left_by AS MATERIALIZED (SELECT segment_id, count(*) AS members FROM deleted GROUP BY segment_id),
            counted AS MATERIALIZED (
                SELECT id FROM segments
                 WHERE project_id = $1 AND type = 'STATIC' AND id IN (SELECT segment_id FROM left_by)
                 ORDER BY id FOR NO KEY UPDATE)
            UPDATE segments SET member_count = greatest(0, member_count - left_by.members)
              FROM counted JOIN left_by ON left_by.segment_id = counted.id
             WHERE segments.project_id = $1 AND segments.id = counted.id
            """;

    private static final String LISTED = """
             FROM segment_members m JOIN contacts c ON c.project_id = m.project_id AND c.id = m.contact_id
            WHERE m.project_id = $1 AND m.segment_id = $2
            """;

    /** The index says which members are on the page; only these are looked up. */
    private static final String PAGE_LISTED = "SELECT" + CONTACT + """
              FROM (SELECT contact_id, entered_at FROM segment_members
                     WHERE project_id = $1 AND segment_id = $2
                     ORDER BY entered_at %1$s, contact_id %1$s LIMIT $3::bigint OFFSET $4::bigint) m
              JOIN LATERAL (SELECT * FROM contacts WHERE project_id = $1 AND id = m.contact_id OFFSET 0) c ON true
             ORDER BY m.entered_at DESC, m.contact_id DESC
            """;

    /** More memory for the hashes of this transaction, so that they stay off the disk. */
    public Future<Void> raiseWorkMemory(SqlClient tx) {
        return tx.query(RAISE_WORK_MEMORY).execute().mapEmpty();
    }

    /** Prepares a transaction that counts all contacts of a selection; its commit does not wait for the disk. */
    public Future<Void> prepareCount(SqlClient tx, Selection selection) {
        return tx.query(selection.groupsHistories() ? PREPARE_GROUPED_COUNT : PREPARE_COUNT)
                .execute()
                .mapEmpty();
    }

    public Future<Long> count(SqlClient db, Selection selection) {
        return db.preparedQuery("SELECT count(*) FROM " + selection.from() + " WHERE " + selection.where())
                .execute(Tuple.from(selection.parameters()))
                .map(rows -> rows.iterator().next().getLong(0));
    }

    /**
     * The contacts whose address is on the suppression list.
     *
     * @param all those that get no marketing email
     * @param complained those of them that are on the list for a complaint, and get transactional emails
     */
    public record SuppressedCount(long all, long complained) {}

    /** Counts the contacts of a selection of suppressed ones. */
    Future<SuppressedCount> countSuppressed(SqlClient db, Selection selection) {
        return db.preparedQuery(COUNT_SUPPRESSED.formatted(selection.from(), selection.where()))
                .execute(Tuple.from(selection.parameters()))
                .map(rows -> rows.iterator().next())
                .map(row -> new SuppressedCount(row.getLong(0), row.getLong(1)));
    }

    /** The newest contacts first. */
    public Future<List<StoredContact>> page(SqlClient db, Selection selection, long offset, int limit) {
        var position = selection.nextParameter();
        var parameters = new ArrayList<>(selection.parameters());
        parameters.add(limit);
        parameters.add(offset);
        return db.preparedQuery("SELECT" + CONTACT + "FROM " + selection.from() + " WHERE " + selection.where()
                        + " ORDER BY c.id DESC LIMIT $" + position + "::bigint OFFSET $" + (position + 1) + "::bigint")
                .execute(Tuple.from(parameters))
                .map(ContactRows::contacts);
    }

    Future<Set<ContactId>> ids(SqlClient db, Selection selection) {
        return db.preparedQuery("SELECT c.id FROM " + selection.from() + " WHERE " + selection.where())
                .execute(Tuple.from(selection.parameters()))
                .map(rows ->
                        rows.stream().map(row -> new ContactId(row.getUUID(0))).collect(Collectors.toSet()));
    }

    /** Evaluates conditions for the one contact of a selection; none for a contact that has just been deleted. */
    Future<List<Boolean>> flags(SqlClient db, List<String> conditions, Selection selection) {
        var sql =
                "SELECT " + String.join(", ", conditions) + " FROM " + selection.from() + " WHERE " + selection.where();
        return db.preparedQuery(sql).execute(Tuple.from(selection.parameters())).map(rows -> {
            for (var row : rows) {
                return IntStream.range(0, conditions.size())
                        .mapToObj(row::getBoolean)
                        .toList();
            }
            return List.of();
        });
    }

    public Future<Long> countListed(SqlClient db, Tenant tenant, SegmentId segment) {
        return db.preparedQuery("SELECT count(*)" + LISTED)
                .execute(Tuple.of(tenant.project().value(), segment.value()))
                .map(rows -> rows.iterator().next().getLong(0));
    }

    /** Reads a page of listed members, the latest first; the scan begins at the nearer end of {@code total}. */
    public Future<List<StoredContact>> pageListed(
            SqlClient db, Tenant tenant, SegmentId segment, long offset, int limit, long total) {
        var size = Math.max(0, Math.min(limit, total - offset));
        var isNearEnd = offset > total / 2;
        var start = isNearEnd ? Math.max(0, total - offset - size) : offset;
        return db.preparedQuery(PAGE_LISTED.formatted(isNearEnd ? "ASC" : "DESC"))
                .execute(Tuple.of(tenant.project().value(), segment.value(), size, start))
                .map(ContactRows::contacts);
    }

    public Future<Map<EmailAddress, ContactId>> find(SqlClient db, Tenant tenant, Collection<EmailAddress> emails) {
        var texts = emails.stream().map(EmailAddress::value).toArray(String[]::new);
        return db.preparedQuery(FIND)
                .execute(Tuple.of(tenant.project().value(), (Object) texts))
                .map(rows -> {
                    var found = new HashMap<EmailAddress, ContactId>();
                    rows.forEach(row -> found.put(new EmailAddress(row.getString(0)), new ContactId(row.getUUID(1))));
                    return found;
                });
    }

    public Future<Void> add(SqlClient tx, Tenant tenant, SegmentId segment, Collection<ContactId> contacts) {
        return change(tx, ADD, tenant, segment, contacts);
    }

    public Future<Void> remove(SqlClient tx, Tenant tenant, SegmentId segment, Collection<ContactId> contacts) {
        return change(tx, REMOVE, tenant, segment, contacts);
    }

    private static Future<Void> change(
            SqlClient tx, String sql, Tenant tenant, SegmentId segment, Collection<ContactId> contacts) {
        return tx.preparedQuery(sql)
                .execute(Tuple.of(tenant.project().value(), segment.value(), ids(contacts)))
                .mapEmpty();
    }

    /** Out of all segments. */
    Future<Void> deleteMemberships(SqlClient tx, Tenant tenant, Collection<ContactId> contacts) {
        return tx.preparedQuery(DELETE)
                .execute(Tuple.of(tenant.project().value(), (Object) ids(contacts)))
                .mapEmpty();
    }

    private static UUID[] ids(Collection<ContactId> contacts) {
        return contacts.stream().map(ContactId::value).toArray(UUID[]::new);
    }
}
