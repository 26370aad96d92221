package io.godwit.reports;

import io.godwit.core.Json;
import io.godwit.reports.FeedStore.Entry;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Reads pages of the feed's largest source, the {@code events} table. */
final class FeedEventStore {

    /**
     * The number of custom event names up to which each is looked up; a project with more has enough events for a scan to
     * find a page soon.
     */
    private static final int MAX_NAMES = 300;

    private static final String PAGE = """
            SELECT page.id, page.name, page.data::text AS data, page.contact_id, page.email_id, contacts.email,
                   campaigns.name AS campaign, bounced.error AS refusal
              FROM (%s
                     ORDER BY id DESC
                     LIMIT $4) AS page
              LEFT JOIN contacts ON contacts.project_id = $1 AND contacts.id = page.contact_id
              LEFT JOIN campaigns ON campaigns.project_id = $1
                    AND campaigns.id = CASE WHEN page.name LIKE 'email.%%%%' THEN (page.data ->> 'campaignId')::uuid END
              LEFT JOIN emails bounced ON bounced.project_id = $1
                    AND bounced.id = CASE WHEN page.name = 'email.bounce' THEN page.email_id END
             ORDER BY page.id DESC
            """;

    private static final String SCAN = PAGE.formatted("""
            SELECT id, name, data, contact_id, email_id
              FROM events
             WHERE project_id = $1 AND id >= uuid_v7_floor($2) AND id < $3 %s AND %s
            """);

    /**
     * Reads the newest events of each name, because one complaint among millions of deliveries is far behind them. Names
     * and ids are compared together and ordered so, which leaves the planner the index of names alone: its estimate for a
     * name is a guess.
     */
    private static final String BY_NAME = PAGE.formatted("""
            SELECT found.*
              FROM unnest($5::text[]) AS requested (name)
             CROSS JOIN LATERAL (
                   SELECT id, name, data, contact_id, email_id
                     FROM events
                    WHERE project_id = $1 AND (events.name, id) >= (requested.name, uuid_v7_floor($2)) AND (events.name, id) < (requested.name, $3)
                      AND id >= uuid_v7_floor($2) AND id < $3 AND %s
                    ORDER BY name DESC, id DESC
                    LIMIT $4) AS found
            """);

    /**
     * Finds the custom event names by stepping from name to name through the index, independent of the number of events.
     */
    private static final String OWN_NAMES = """
            WITH RECURSIVE names AS (
                (SELECT name FROM events WHERE project_id = $1 ORDER BY name LIMIT 1)
                 UNION ALL
                SELECT (SELECT events.name FROM events
                         WHERE project_id = $1 AND events.name > names.name ORDER BY events.name LIMIT 1)
                  FROM names
                 WHERE names.name IS NOT NULL)
            SELECT name FROM names WHERE name NOT LIKE 'email.%' LIMIT $2
            """;

    Future<List<Entry>> page(SqlClient db, FeedQuery query) {
        return isScan(query)
                ? scan(db, query)
                : names(db, query)
                        .compose(names -> names.size() > MAX_NAMES ? scan(db, query) : page(db, query, names));
    }

    /** True for queries that a scan answers at once: those for all types, and those of a contact, who has few events. */
    private static boolean isScan(FeedQuery query) {
        return query.contact().isPresent() || query.types().containsAll(ActivityType.ofLog());
    }

    private static Future<List<String>> names(SqlClient db, FeedQuery query) {
        var names = new ArrayList<String>();
        query.types().forEach(type -> names.addAll(type.events()));
        if (!query.types().contains(ActivityType.EVENT_TRIGGERED)) {
            return Future.succeededFuture(names);
        }
        return db.preparedQuery(OWN_NAMES)
                .execute(Tuple.of(query.tenant().project().value(), MAX_NAMES + 1))
                .map(rows -> {
                    rows.forEach(row -> names.add(row.getString(0)));
                    return names;
                });
    }

    private static Future<List<Entry>> scan(SqlClient db, FeedQuery query) {
        var sql = SCAN.formatted(FeedStore.contact(query, 5), ActivityType.condition(query.types()));
        return entries(db, sql, FeedStore.withContact(FeedStore.log(query, FeedStore.EVENTS), query));
    }

    private static Future<List<Entry>> page(SqlClient db, FeedQuery query, List<String> names) {
        var sql = BY_NAME.formatted(ActivityType.condition(query.types()));
        return entries(db, sql, FeedStore.log(query, FeedStore.EVENTS).addArrayOfString(names.toArray(String[]::new)));
    }

    private static Future<List<Entry>> entries(SqlClient db, String sql, Tuple parameters) {
        return db.preparedQuery(sql).execute(parameters).map(rows -> StreamSupport.stream(rows.spliterator(), false)
                .map(FeedEventStore::event)
                .toList());
    }

    private static Entry event(Row row) {
        var id = row.getUUID("id");
        var name = row.getString("name");
        var data = Optional.ofNullable(row.getString("data")).map(Json::readObject);
        var type = ActivityType.ofEvent(name).orElse(ActivityType.EVENT_TRIGGERED);
        var at = FeedPosition.timeOf(id);
        var metadata = type == ActivityType.EVENT_TRIGGERED ? triggered(name, data) : mail(row, data.orElse(Map.of()));
        return new Entry(
                new FeedPosition(at, FeedStore.EVENTS, id),
                new Activity(
                        shownId(type, row),
                        type,
                        at,
                        Optional.ofNullable(row.getString("email")),
                        Optional.of(row.getUUID("contact_id")),
                        metadata));
    }

    /** The id of an entry; one email may be delayed more than once. */
    private static String shownId(ActivityType type, Row row) {
        return switch (type) {
            case EVENT_TRIGGERED -> row.getUUID("id").toString();
            case EMAIL_DELAYED -> row.getUUID("id") + "_delayed";
            default -> row.getUUID("email_id") + type.word().replace("email.", "_");
        };
    }

    private static Map<String, @Nullable Object> triggered(String name, Optional<Map<String, @Nullable Object>> data) {
        var metadata = new LinkedHashMap<String, @Nullable Object>();
        metadata.put("eventName", name);
        metadata.put("eventData", data.orElse(null));
        return metadata;
    }

    /** The metadata of an email's event, which never contains the body. */
    private static Map<String, @Nullable Object> mail(Row row, Map<String, @Nullable Object> data) {
        var metadata = new LinkedHashMap<String, @Nullable Object>();
        metadata.put("emailId", String.valueOf(row.getUUID("email_id")));
        for (var name : List.of("subject", "from", "fromName", "sourceType")) {
            metadata.put(name, data.get(name));
        }
        putIfPresent(metadata, "campaignId", data.get("campaignId"));
        metadata.put("campaignName", row.getString("campaign"));
        putIfPresent(metadata, "totalOpens", data.get("opens"));
        putIfPresent(metadata, "totalClicks", data.get("clicks"));
        putIfPresent(metadata, "link", data.get("link"));
        putIfPresent(metadata, "error", Optional.ofNullable(error(data)).orElseGet(() -> row.getString("refusal")));
        putIfPresent(metadata, "bounceType", data.get("bounceType"));
        return metadata;
    }

    /** The error found here, or the reason reported by others; of a bounce only its email has the reply. */
    private static @Nullable Object error(Map<String, @Nullable Object> data) {
        return data.getOrDefault("error", data.getOrDefault("reason", data.get("complaintType")));
    }

    private static void putIfPresent(Map<String, @Nullable Object> members, String name, @Nullable Object value) {
        if (value != null) {
            members.put(name, value);
        }
    }
}
