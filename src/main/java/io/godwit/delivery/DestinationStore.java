package io.godwit.delivery;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.StreamSupport;

/** Reads and writes the tables {@code destinations} and {@code destination_domains}, and moves outbox rows between destinations. */
final class DestinationStore {

    /** Gives a site a number, unless it has one; the numbers have an end, and claims visit each. */
    private static final String NUMBER = """
            INSERT INTO destinations (number, site)
            SELECT coalesce(max(number), 0) + 1, $1 FROM destinations HAVING coalesce(max(number), 0) < 1000
                ON CONFLICT DO NOTHING
            """;

    private static final String ASSIGN = """
            INSERT INTO destination_domains (domain, destination)
            SELECT $1, number FROM destinations WHERE site = $2
                ON CONFLICT (domain) DO UPDATE SET destination = excluded.destination
             WHERE destination_domains.destination <> excluded.destination
            """;

    private static final String SITES = "SELECT number, site FROM destinations";

    private static final String DOMAINS = "SELECT domain, destination FROM destination_domains";

    /**
     * Moves the rows of one page of the outbox to the destinations of their domains. Rows another statement works on stay where they
     * are, because waiting for them could end in a deadlock with a claim.
     */
    private static final String MOVE = """
            WITH page AS MATERIALIZED (
                SELECT project_id, email_id, destination
                  FROM outbox
                 WHERE (project_id, email_id) > ($1, $2)
                 ORDER BY project_id, email_id
                 LIMIT $3),
            named AS MATERIALIZED (
                SELECT page.project_id, page.email_id, destination_domains.destination
                  FROM page
                  JOIN emails ON emails.project_id = page.project_id AND emails.id = page.email_id
                  JOIN destination_domains ON destination_domains.domain = split_part(to_email, '@', 2)
                 WHERE page.destination = 0),
            moving AS MATERIALIZED (
                SELECT outbox.project_id, outbox.email_id, named.destination
                  FROM named
                  JOIN outbox ON outbox.project_id = named.project_id AND outbox.email_id = named.email_id
                   FOR UPDATE OF outbox SKIP LOCKED),
            moved AS (
                UPDATE outbox
                   SET destination = moving.destination
                  FROM moving
                 WHERE outbox.project_id = moving.project_id AND outbox.email_id = moving.email_id)
            SELECT project_id, email_id, (SELECT count(*) FROM named) > (SELECT count(*) FROM moving) AS skipped
              FROM page
             ORDER BY project_id DESC, email_id DESC
             LIMIT 1
            """;

    /** The last row of a page. */
    record RowCursor(UUID project, UUID email) {

        /** The place before all rows. */
        static final RowCursor START = new RowCursor(new UUID(0, 0), new UUID(0, 0));
    }

    /**
     * A page whose rows were moved.
     *
     * @param last its last row
     * @param skipped whether rows of it stayed where they are, because another statement worked on them
     */
    record MovedPage(RowCursor last, boolean skipped) {}

    Future<Void> number(SqlClient db, String site) {
        return db.preparedQuery(NUMBER).execute(Tuple.of(site)).mapEmpty();
    }

    /** Completes with whether the domain had another destination, or none. */
    Future<Boolean> assign(SqlClient db, String domain, String site) {
        return db.preparedQuery(ASSIGN).execute(Tuple.of(domain, site)).map(rows -> rows.rowCount() > 0);
    }

    Future<Map<String, Short>> sites(SqlClient db) {
        return numbers(db, SITES, row -> row.getString("site"), "number");
    }

    Future<Map<String, Short>> domains(SqlClient db) {
        return numbers(db, DOMAINS, row -> row.getString("domain"), "destination");
    }

    /** Completes with the page; empty when there was none. */
    Future<Optional<MovedPage>> move(SqlClient db, RowCursor after, int limit) {
        return db.preparedQuery(MOVE)
                .mapping(row -> new MovedPage(
                        new RowCursor(row.getUUID("project_id"), row.getUUID("email_id")), row.getBoolean("skipped")))
                .execute(Tuple.of(after.project(), after.email(), limit))
                .map(rows -> StreamSupport.stream(rows.spliterator(), false).findFirst());
    }

    private static Future<Map<String, Short>> numbers(
            SqlClient db, String sql, Function<Row, String> name, String number) {
        return db.query(sql).execute().map(rows -> {
            var nameToNumber = new HashMap<String, Short>();
            rows.forEach(row -> nameToNumber.put(name.apply(row), row.getShort(number)));
            return nameToNumber;
        });
    }
}
