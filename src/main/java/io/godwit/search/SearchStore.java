package io.godwit.search;

import io.godwit.contacts.AddressBlockQuery;
import io.godwit.core.Tenant;
import io.godwit.search.SearchResponse.SearchHit;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Reads hits of all kinds in one statement, so that a search is one round trip. Rows are (kind, id, name, detail, status, at). */
final class SearchStore {

    private static final String BLOCKS = ":blocks";

    /**
     * Contacts whose address begins with the text come first, from the index by address; then others that contain it, from the
     * address blocks, whose statement replaces {@link #BLOCKS}. Only where the database compares texts by their bytes the index
     * has all that begin with it in one range; elsewhere the blocks have the others.
     */
    private static final String CONTACTS = """
            beginning AS MATERIALIZED (
                SELECT id, email, subscribed
                  FROM contacts
                 WHERE project_id = $1 AND email >= $2 AND email < $2 || U&'\\+10FFFF' AND starts_with(email, $2)
                 ORDER BY email
                 LIMIT 5),
            contact AS MATERIALIZED (
                SELECT id, email, subscribed
                  FROM (TABLE beginning
                        UNION ALL
                        (SELECT id, email, subscribed
                           FROM (SELECT line
                                   FROM (:blocks) blocks CROSS JOIN LATERAL string_to_table(addresses, E'\\n') AS line
                                  WHERE strpos(line, $2) > 0 AND line NOT IN (SELECT email FROM beginning)) hit
                           JOIN LATERAL (SELECT id, email, subscribed FROM contacts
                                          WHERE project_id = $1 AND email = hit.line OFFSET 0) known ON true
                          LIMIT 5)) found
                 LIMIT 5)
            """;

    /** The newest emails to the contacts found, and to the text itself when it is a whole address. */
    private static final String EMAILS = """
            email AS (
                SELECT email.id, email.to_email, email.content_id, email.status, email.created_at
                  FROM (SELECT email FROM contact UNION SELECT $2) address (email)
                 CROSS JOIN LATERAL (SELECT id, to_email, content_id, status, created_at
                                       FROM emails
                                      WHERE project_id = $1 AND to_email = address.email
                                      ORDER BY id DESC
                                      LIMIT 5) email
                 ORDER BY email.id DESC
                 LIMIT 5)
            """;

    private static final String HITS = """
            SELECT 'contact' AS kind, id, email AS name, NULL AS detail,
                   CASE WHEN subscribed THEN 'SUBSCRIBED' ELSE 'UNSUBSCRIBED' END AS status, NULL::timestamptz AS at
              FROM contact
            UNION ALL
            SELECT 'email', email.id, to_email, subject, status, email.created_at
              FROM email
              LEFT JOIN contents ON contents.project_id = $1 AND contents.id = content_id
            """;

    /** Names: those that begin with the text first, then the newest. */
    private static String named(String kind, String table, String columns, String name) {
        return """
                UNION ALL
                (SELECT '%1$s', id, %3$s
                   FROM %2$s
                  WHERE project_id = $1 AND lower(%4$s) LIKE $3
                  ORDER BY starts_with(lower(%4$s), $2) DESC, id DESC
                  LIMIT 5)
                """.formatted(kind, table, columns, name);
    }

    private static final String TEMPLATE = "name, subject, email_class, created_at";
    private static final String SEGMENT = "name, NULL, type, created_at";
    private static final String CAMPAIGN = "name, subject, status, created_at";
    private static final String WORKFLOW =
            "name, NULL, CASE WHEN enabled THEN 'ENABLED' ELSE 'DISABLED' END, created_at";
    private static final String DOMAIN =
            "domain, NULL, CASE WHEN verified THEN 'VERIFIED' ELSE 'PENDING' END, created_at";

    private static final String BY_TEXT = "WITH " + CONTACTS + ", " + EMAILS + HITS
            + named("template", "templates", TEMPLATE, "name")
            + named("segment", "segments", SEGMENT, "name")
            + named("campaign", "campaigns", CAMPAIGN, "name")
            + named("workflow", "workflows", WORKFLOW, "name")
            + named("domain", "domains", DOMAIN, "domain");

    private static String withId(String kind, String table, String columns) {
        return " UNION ALL SELECT '%s', id, %s FROM %s WHERE project_id = $1 AND id = $2"
                .formatted(kind, columns, table);
    }

    private static final String BY_ID = """
            SELECT 'contact' AS kind, id, email AS name, NULL AS detail,
                   CASE WHEN subscribed THEN 'SUBSCRIBED' ELSE 'UNSUBSCRIBED' END AS status, created_at AS at
              FROM contacts
             WHERE project_id = $1 AND id = $2
            UNION ALL
            SELECT 'email', emails.id, to_email, subject, status, emails.created_at
              FROM emails
              LEFT JOIN contents ON contents.project_id = $1 AND contents.id = content_id
             WHERE emails.project_id = $1 AND emails.id = $2
            """
            + withId("template", "templates", TEMPLATE)
            + withId("segment", "segments", SEGMENT)
            + withId("campaign", "campaigns", CAMPAIGN)
            + withId("workflow", "workflows", WORKFLOW)
            + withId("domain", "domains", DOMAIN);

    /** The ids that mail servers gave to our emails when they took them. */
    private static final String BY_PROVIDER_ID = """
            SELECT email_id FROM provider_message_ids WHERE provider_id = $2 AND project_id = $1 LIMIT 1
            """;

    /** Hits by a part of an address or a name. */
    Future<Map<String, List<SearchHit>>> byText(SqlClient db, Tenant tenant, SearchTerm term) {
        var parameters = Tuple.of(tenant.project().value(), term.text(), term.containing());
        var blocks = new AddressBlockQuery(parameters, term.text());
        return db.preparedQuery(BY_TEXT.replace(BLOCKS, blocks.sql()))
                .execute(parameters)
                .map(SearchStore::hits);
    }

    /** The things with this id; ids of different kinds never meet. */
    Future<Map<String, List<SearchHit>>> byId(SqlClient db, Tenant tenant, UUID id) {
        return db.preparedQuery(BY_ID)
                .execute(Tuple.of(tenant.project().value(), id))
                .map(SearchStore::hits);
    }

    Future<Optional<UUID>> emailByProviderId(SqlClient db, Tenant tenant, SearchTerm term) {
        return db.preparedQuery(BY_PROVIDER_ID)
                .execute(Tuple.of(tenant.project().value(), term.bare()))
                .map(rows -> rows.stream().findFirst().map(row -> row.getUUID("email_id")));
    }

    /** An address that is being moved between blocks may be found twice. */
    private static Map<String, List<SearchHit>> hits(RowSet<Row> rows) {
        var kindToHits = new HashMap<String, Set<SearchHit>>();
        rows.forEach(row -> kindToHits
                .computeIfAbsent(row.getString("kind"), ignored -> new LinkedHashSet<>())
                .add(hit(row)));
        return kindToHits.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, kind -> List.copyOf(kind.getValue())));
    }

    private static SearchHit hit(Row row) {
        return SearchHit.of(
                row.getUUID("id"),
                row.getString("name"),
                Optional.ofNullable(row.getString("detail")),
                Optional.ofNullable(row.getString("status")),
                Optional.ofNullable(row.get(OffsetDateTime.class, "at")).map(OffsetDateTime::toInstant));
    }
}
