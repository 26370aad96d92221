package io.godwit.contacts.search;

import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** SQL of the {@code address_blocks} and {@code address_removals} tables. */
final class AddressBlockStore {

    /** Rows of the index that are read to find projects with work. */
    private static final int LOOKED_AT = 20_000;

    /** Blocks without a signature that a project may have before they are merged, if they do not fill one. */
    private static final int MAX_OPEN = 8;

    /** Rows without a signature fill a block, or are many; the last project may have more of them than were read. */
    private static final String TO_MERGE = """
            WITH open AS MATERIALIZED (
                SELECT project_id, octet_length(addresses) AS size
                  FROM address_blocks
                 WHERE signature IS NULL AND project_id > $1
                 ORDER BY project_id, id
                 LIMIT %d)
            SELECT project_id, count(*) AS blocks, count(*) >= %d OR sum(size) > %d AS full
              FROM open
             GROUP BY project_id
             ORDER BY project_id
            """.formatted(LOOKED_AT, MAX_OPEN, AddressBlock.MAX_BYTES);

    private static final String WITH_REMOVALS = """
            WITH RECURSIVE project AS (
                (SELECT project_id FROM address_removals ORDER BY project_id LIMIT 1)
                UNION ALL
                SELECT (SELECT project_id FROM address_removals later WHERE later.project_id > project.project_id
                         ORDER BY project_id LIMIT 1)
                  FROM project WHERE project_id IS NOT NULL)
            SELECT project_id FROM project WHERE project_id IS NOT NULL LIMIT $1
            """;

    /** The lock on the project keeps it from being reset meanwhile, and the other one keeps other nodes away. */
    private static final String LOCK = """
            SELECT pg_try_advisory_xact_lock(hashtextextended('godwit.contacts.search ' || id::text, 0)) AS locked
              FROM projects
             WHERE id = $1 AND wiping IS NULL
               FOR SHARE SKIP LOCKED
            """;

    private static final String OPEN = """
            SELECT id, addresses FROM address_blocks WHERE project_id = $1 AND signature IS NULL ORDER BY id LIMIT $2
            """;

    private static final String REPLACE = """
            WITH merged AS (
                DELETE FROM address_blocks WHERE project_id = $1 AND id = ANY ($2::uuid[]))
            INSERT INTO address_blocks (project_id, id, addresses, signature)
            SELECT $1, id, addresses, signature
              FROM unnest($3::uuid[], $4::text[], $5::bytea[]) AS made (id, addresses, signature)
            """;

    private static final String REMOVALS = "SELECT id, email FROM address_removals WHERE project_id = $1 LIMIT $2";

    /** One pass over the blocks of the project, some 0.15 s for a million addresses, however many are removed. */
    private static final String REMOVE = """
            UPDATE address_blocks
               SET addresses = E'\\n' || (SELECT coalesce(string_agg(line, E'\\n' ORDER BY place) || E'\\n', '')
                                          FROM string_to_table(addresses, E'\\n') WITH ORDINALITY AS lines (line, place)
                                         WHERE line <> '' AND line <> ALL ($2::text[]))
             WHERE project_id = $1
               AND EXISTS (SELECT FROM string_to_table(addresses, E'\\n') AS line WHERE line = ANY ($2::text[]))
            """;

    private static final String DELETE_EMPTY =
            "DELETE FROM address_blocks WHERE project_id = $1 AND octet_length(addresses) = 1";

    /** The address may be a contact's again, whose block may have been among those that lost it. */
    private static final String ADD_AGAIN = """
            INSERT INTO address_blocks (project_id, id, addresses)
            SELECT $1, $3, E'\\n' || string_agg(email, E'\\n') || E'\\n'
              FROM contacts
             WHERE project_id = $1 AND email = ANY ($2::text[])
            HAVING count(*) > 0
            """;

    private static final String DELETE_REMOVALS =
            "DELETE FROM address_removals WHERE project_id = $1 AND id = ANY ($2::uuid[])";

    /**
     * The projects that were looked at.
     *
     * @param last the last of them; empty when there are no more behind it
     */
    record Candidates(List<ProjectId> projects, Optional<ProjectId> last) {}

    /** A project with blocks without a signature. */
    private record LookedAt(ProjectId project, long blocks, boolean full) {}

    /** A block without a signature. */
    record OpenBlock(UUID id, String addresses) {}

    /** An address that is to be taken out of the blocks. */
    record Removal(UUID id, String email) {}

    /** Finds projects whose open blocks are worth to be merged, among the next rows behind the project. */
    Future<Candidates> toMerge(SqlClient db, ProjectId after) {
        return db.preparedQuery(TO_MERGE)
                .mapping(row -> new LookedAt(
                        new ProjectId(row.getUUID("project_id")), row.getLong("blocks"), row.getBoolean("full")))
                .execute(Tuple.of(after.value()))
                .map(rows -> candidates(rows.stream().toList()));
    }

    private static Candidates candidates(List<LookedAt> seen) {
        var full = seen.stream().filter(LookedAt::full).map(LookedAt::project).toList();
        var ended = seen.stream().mapToLong(LookedAt::blocks).sum() < LOOKED_AT;
        return new Candidates(
                full,
                ended ? Optional.empty() : Optional.of(seen.get(seen.size() - 1).project()));
    }

    Future<List<ProjectId>> withRemovals(SqlClient db, int max) {
        return db.preparedQuery(WITH_REMOVALS).execute(Tuple.of(max)).map(rows -> StreamSupport.stream(
                        rows.spliterator(), false)
                .map(row -> new ProjectId(row.getUUID(0)))
                .toList());
    }

    /** Locks the blocks of a project; completes with false when another node works on the project, or it is gone. */
    Future<Boolean> lock(SqlClient tx, ProjectId project) {
        return tx.preparedQuery(LOCK)
                .execute(Tuple.of(project.value()))
                .map(rows -> rows.size() == 1 && rows.iterator().next().getBoolean("locked"));
    }

    Future<List<OpenBlock>> open(SqlClient tx, ProjectId project, int max) {
        return tx.preparedQuery(OPEN)
                .mapping(row -> new OpenBlock(row.getUUID(0), row.getString(1)))
                .execute(Tuple.of(project.value(), max))
                .map(rows -> rows.stream().toList());
    }

    /** Puts blocks into the place of others; all but the last are full and get a signature. */
    Future<Void> replace(SqlClient tx, ProjectId project, List<OpenBlock> merged, List<AddressBlock> made) {
        var signatures = new @Nullable Buffer[made.size()];
        for (var number = 0; number < made.size() - 1; number++) {
            signatures[number] = Buffer.buffer(made.get(number).signature());
        }
        return tx.preparedQuery(REPLACE)
                .execute(Tuple.of(project.value(), (Object) ids(merged, OpenBlock::id))
                        .addValue(ids(made, ignored -> Ids.next()))
                        .addValue(texts(made, AddressBlock::text))
                        .addValue(signatures))
                .mapEmpty();
    }

    private static <T> UUID[] ids(List<T> rows, Function<T, UUID> column) {
        return rows.stream().map(column).toArray(UUID[]::new);
    }

    private static <T> String[] texts(List<T> rows, Function<T, String> column) {
        return rows.stream().map(column).toArray(String[]::new);
    }

    Future<List<Removal>> removals(SqlClient tx, ProjectId project, int max) {
        return tx.preparedQuery(REMOVALS)
                .mapping(row -> new Removal(row.getUUID(0), row.getString(1)))
                .execute(Tuple.of(project.value(), max))
                .map(rows -> rows.stream().toList());
    }

    /** Takes the addresses out of all blocks, except those that are a contact's again. */
    Future<Void> remove(SqlClient tx, ProjectId project, List<Removal> removals) {
        var emails = texts(removals, Removal::email);
        var ids = ids(removals, Removal::id);
        return tx.preparedQuery(REMOVE)
                .execute(Tuple.of(project.value(), (Object) emails))
                .compose(ignored -> tx.preparedQuery(DELETE_EMPTY).execute(Tuple.of(project.value())))
                .compose(ignored -> tx.preparedQuery(ADD_AGAIN).execute(Tuple.of(project.value(), emails, Ids.next())))
                .compose(ignored -> tx.preparedQuery(DELETE_REMOVALS).execute(Tuple.of(project.value(), (Object) ids)))
                .mapEmpty();
    }
}
